// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An RSA key whose modulus is the product of many primes (RFC 8017 section 3.2), each of about 128
 * bits. To a verifier it is a key like any other; its owner finds the primes, and does the private
 * operation, in a hundredth of the time.
 */
public final class ManyPrimesKey {

  private static final BigInteger E = RSAKeyGenParameterSpec.F4;

  private static final int PRIME_BITS = 128;

  private static final Map<Integer, ManyPrimesKey> KEYS = new ConcurrentHashMap<>();

  /** A prime, and what the Chinese remainder theorem takes besides. */
  private record Factor(
      BigInteger prime, BigInteger exponent, BigInteger product, BigInteger inverse) {

    static Factor of(BigInteger prime, BigInteger productOfThoseBefore) {
      return new Factor(
          prime,
          E.modInverse(prime.subtract(BigInteger.ONE)),
          productOfThoseBefore,
          productOfThoseBefore.modInverse(prime));
    }
  }

  private final List<Factor> factors = new ArrayList<>();
  private final RSAPublicKey publicKey;

  private ManyPrimesKey(List<BigInteger> primes, BigInteger modulus)
      throws GeneralSecurityException {
    BigInteger product = BigInteger.ONE;
    for (BigInteger prime : primes) {
      factors.add(Factor.of(prime, product));
      product = product.multiply(prime);
    }
    this.publicKey =
        (RSAPublicKey)
            KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, E));
  }

  /** The key with a modulus of so many bits that all tests share. */
  public static ManyPrimesKey of(int bits) {
    return KEYS.computeIfAbsent(bits, ManyPrimesKey::make);
  }

  private static ManyPrimesKey make(int bits) {
    try {
      Random random = new SecureRandom();
      List<BigInteger> primes = new ArrayList<>();
      BigInteger product = BigInteger.ONE;
      while (bits - product.bitLength() >= 2 * PRIME_BITS) {
        BigInteger prime = prime(PRIME_BITS, primes, random);
        primes.add(prime);
        product = product.multiply(prime);
      }
      while (true) {
        BigInteger last = prime(bits - product.bitLength() + random.nextInt(2), primes, random);
        BigInteger modulus = product.multiply(last);
        if (modulus.bitLength() == bits) {
          primes.add(last);
          return new ManyPrimesKey(primes, modulus);
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BigInteger prime(int bits, List<BigInteger> others, Random random) {
    BigInteger prime = BigInteger.probablePrime(bits, random);
    boolean fits = prime.mod(E).signum() != 0 && !prime.mod(E).equals(BigInteger.ONE);
    return fits && !others.contains(prime) ? prime : prime(bits, others, random);
  }

  public RSAPublicKey publicKey() {
    return publicKey;
  }

  /** The number whose power is {@code power} modulo the modulus: by Garner's formula. */
  public BigInteger root(BigInteger power) {
    BigInteger root = BigInteger.ZERO;
    for (Factor factor : factors) {
      BigInteger residue = power.modPow(factor.exponent, factor.prime);
      BigInteger rest = residue.subtract(root).multiply(factor.inverse).mod(factor.prime);
      root = root.add(rest.multiply(factor.product));
    }
    return root;
  }
}
