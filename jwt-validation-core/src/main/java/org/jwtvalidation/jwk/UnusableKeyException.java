package org.jwtvalidation.jwk;

/** Thrown when a key must not be used; the message says why. */
final class UnusableKeyException extends Exception {

  private static final long serialVersionUID = 1L;

  UnusableKeyException(String message) {
    super(message);
  }

  UnusableKeyException(String message, Throwable cause) {
    super(message, cause);
  }
}
