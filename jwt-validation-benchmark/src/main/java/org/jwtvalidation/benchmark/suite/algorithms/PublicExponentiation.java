package org.jwtvalidation.benchmark.suite.algorithms;

import java.math.BigInteger;

/**
 * The public-key operation of RSA (RFC 8017 section 5.2.2): a number to the power of 65537, the
 * public exponent of practically all keys, modulo the key's modulus.
 */
interface PublicExponentiation {

  /** 65537 is 2^16 + 1. */
  int SQUARINGS = 16;

  BigInteger EXPONENT = BigInteger.ONE.shiftLeft(SQUARINGS).add(BigInteger.ONE);

  /** Returns the power of a number that is at least 0 and below the modulus. */
  BigInteger power(BigInteger base);
}
