// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

/** A text is no JWS in compact serialization, or it is beyond a limit. Has no stack trace. */
public final class MalformedJwsException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong with the text. */
  public enum Fault {
    /** There is white space around it, or an authentication scheme in front. */
    TEXT_AROUND,
    /** It has the five segments of a JWE (RFC 7516 section 7.1). */
    ENCRYPTED,
    /** It does not have three segments, or one of the first two is empty. */
    SEGMENTS,
    /** A segment is not base64url in its only canonical form. */
    BASE64,
    /** Header or payload is not a JSON object, or two members have the same name. */
    JSON,
    /** A length, a number, a depth or a size is beyond its limit. */
    LIMIT
  }

  private final Fault fault;

  MalformedJwsException(Fault fault) {
    super(fault.name(), null, false, false);
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
