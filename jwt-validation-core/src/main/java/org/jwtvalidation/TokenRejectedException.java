package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * The token is invalid: a resource server answers 401 (RFC 6750 section 3.1). The exception
 * contains no text of the token, and it has no stack trace, so that floods of bad tokens stay
 * cheap.
 */
public final class TokenRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why and in which step the token was rejected. */
  private final Rejection rejection;

  /** What is expected, or a {@link Hint}, in place of what the token has; null if there is none. */
  private final transient @Nullable Object expected;

  TokenRejectedException(Rejection rejection) {
    this(rejection, null);
  }

  /** As above; {@code expected} is turned into text only if it is logged. */
  TokenRejectedException(Rejection rejection, @Nullable Object expected) {
    super(null, null, false, false);
    this.rejection = rejection;
    this.expected = expected;
  }

  /** {@return why and in which step the token was rejected} */
  public Rejection rejection() {
    return rejection;
  }

  /** Names reason, claim and step. */
  @Override
  public String getMessage() {
    String claim = rejection.claim();
    return "token rejected: "
        + rejection.reason()
        + (claim == null ? "" : " (" + claim + ")")
        + " in "
        + rejection.step();
  }

  /** The message for the log of this service, which may name what is configured. */
  String logLine() {
    if (expected == null) {
      return getMessage();
    }
    return getMessage() + (expected instanceof Hint ? "; " : "; expected ") + expected;
  }
}
