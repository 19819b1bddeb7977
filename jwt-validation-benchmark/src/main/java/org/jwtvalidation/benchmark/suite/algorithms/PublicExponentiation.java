package org.jwtvalidation.benchmark.suite.algorithms;

import java.math.BigInteger;

/**
 * What an RSA signature is verified by: a number to the power of 65537, the public exponent that
 * practically all keys have, modulo that of the key (RFC 8017 section 5.2.2).
 */
interface PublicExponentiation {

  /** 65537 is 2^16 + 1. */
  int SQUARINGS = 16;

  BigInteger EXPONENT = BigInteger.ONE.shiftLeft(SQUARINGS).add(BigInteger.ONE);

  /** The power of a number from 0 to the modulus less 1. */
  BigInteger power(BigInteger base);
}
