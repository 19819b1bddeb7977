package org.jwtvalidation.internal.codec;

/** Text that is not what it claims to be; carries no part of the text and no stack trace. */
public final class DecodingException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong with the text. */
  public enum Fault {
    /** Not canonical base64url without padding. */
    MALFORMED_BASE64,
    /** Not a JSON text of RFC 8259 in valid UTF-8, or an object that names a member twice. */
    MALFORMED_JSON,
    /** Deeper, longer, with more members or of more memory than allowed. */
    LIMIT_EXCEEDED
  }

  private final Fault fault;

  /** An exception for {@code fault}, explained by {@code message}. */
  DecodingException(Fault fault, String message) {
    super(message, null, false, false);
    this.fault = fault;
  }

  /** What is wrong with the text. */
  public Fault fault() {
    return fault;
  }
}
