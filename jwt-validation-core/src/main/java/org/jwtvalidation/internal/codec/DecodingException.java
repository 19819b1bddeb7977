// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.codec;

/**
 * Thrown when a text is not valid base64url or JSON, or exceeds a limit. Contains no part of the
 * text, and has no stack trace.
 */
public final class DecodingException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong with the text. */
  public enum Fault {
    /** Not canonical base64url without padding. */
    MALFORMED_BASE64,
    /** Not a JSON text of RFC 8259 in valid UTF-8, or an object that names a member twice. */
    MALFORMED_JSON,
    /** Deeper or longer than allowed, or of more members or memory. */
    LIMIT_EXCEEDED
  }

  private final Fault fault;

  /** An exception for {@code fault}, described by {@code message}. */
  DecodingException(Fault fault, String message) {
    super(message, null, false, false);
    this.fault = fault;
  }

  /** What is wrong with the text. */
  public Fault fault() {
    return fault;
  }
}
