package org.jwtvalidation.http.pop;

/**
 * A client has used as many proofs as a {@link ReplayStore} remembers of one client. A resource
 * server refuses its further proofs until the earlier ones have expired; those of other clients are
 * not affected. Carries no stack trace, so that a flood stays cheap.
 */
public final class TooManyProofsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what the limit is
   */
  public TooManyProofsException(String message) {
    super(message, null, false, false);
  }
}
