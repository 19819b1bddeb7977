// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

/**
 * How a token can be bound to a key of its sender: the members of {@code cnf} (RFC 7800). A later
 * version may add constants.
 */
public enum ConfirmationMethod {
  /**
   * The member {@code jkt}: the JWK SHA-256 Thumbprint of the key that signs the sender's DPoP
   * proofs (RFC 9449 section 6.1).
   */
  JKT("jkt"),
  /**
   * The member {@code x5t#S256}: the SHA-256 thumbprint of the certificate by which the sender
   * authenticates itself in TLS (RFC 8705 section 3.1).
   */
  X5T_S256("x5t#S256");

  private final String member;

  ConfirmationMethod(String member) {
    this.member = member;
  }

  /** {@return the name of the member of {@code cnf}} */
  public String member() {
    return member;
  }
}
