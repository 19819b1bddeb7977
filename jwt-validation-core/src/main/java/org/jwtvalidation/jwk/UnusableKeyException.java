package org.jwtvalidation.jwk;

/** A key that must not verify anything; the message says why. */
final class UnusableKeyException extends Exception {

  private static final long serialVersionUID = 1L;

  UnusableKeyException(String message) {
    super(message);
  }

  UnusableKeyException(String message, Throwable cause) {
    super(message, cause);
  }
}
