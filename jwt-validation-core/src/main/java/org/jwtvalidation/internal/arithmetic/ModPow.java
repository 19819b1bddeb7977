// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;

/** Raises numbers to the public exponent by {@link BigInteger#modPow}. */
public record ModPow(BigInteger modulus, BigInteger exponent) implements PublicExponentiation {

  @Override
  public BigInteger power(byte[] base) {
    return new BigInteger(1, base).modPow(exponent, modulus);
  }
}
