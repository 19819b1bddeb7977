// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/**
 * The public-key operation of RSA (RFC 8017 section 5.2.2): raises a number to the public exponent,
 * modulo the modulus. Thread-safe.
 */
public interface PublicExponentiation {

  /**
   * The power of {@code base}.
   *
   * @param base an unsigned number below the modulus, most significant octet first
   * @return the power, at least 0 and below the modulus
   */
  BigInteger power(byte[] base);

  /** The modulus. */
  BigInteger modulus();
}
