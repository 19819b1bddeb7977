// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RocaFingerprintTest {

  private static final BigInteger GENERATOR = BigInteger.valueOf(65537);

  /** An odd number of {@code bits} bits that is a power of 65537 modulo every small prime. */
  static BigInteger marked(int bits, Random random) {
    BigInteger primorial = oddPrimorial();
    BigInteger power = GENERATOR.modPow(new BigInteger(100, random), primorial);
    BigInteger marked;
    do {
      BigInteger multiple =
          BigInteger.ONE
              .shiftLeft(bits - 1)
              .add(new BigInteger(bits - 2, random))
              .divide(primorial);
      marked = multiple.multiply(primorial).add(power);
    } while (!marked.testBit(0) || marked.bitLength() != bits);
    return marked;
  }

  /** The product of the odd primes up to 167. */
  private static BigInteger oddPrimorial() {
    BigInteger product = BigInteger.ONE;
    for (int candidate = 3; candidate <= 167; candidate += 2) {
      BigInteger prime = BigInteger.valueOf(candidate);
      product = prime.isProbablePrime(20) ? product.multiply(prime) : product;
    }
    return product;
  }

  @Test
  void recognisesModuliThatArePowersOfTheGenerator() {
    Random random = new Random(15361);
    for (int i = 0; i < 20; i++) {
      assertThat(RocaFingerprint.isIn(marked(2048, random))).isTrue();
    }
  }

  @Test
  void missesTheMarkWhereOnePrimeDiffers() {
    BigInteger marked = marked(2048, new Random(1));
    BigInteger others = oddPrimorial().divide(BigInteger.valueOf(11));
    // Modulo 11 the powers of 65537 are ±1. A multiple of the other primes changes no other
    // residue.
    BigInteger moved = marked;
    int unmarked = 0;
    for (int i = 0; i < 11; i++) {
      unmarked += RocaFingerprint.isIn(moved) ? 0 : 1;
      moved = moved.add(others);
    }
    assertThat(unmarked).isEqualTo(9);
  }

  @Test
  void missesTheMarkOnSoundKeys() {
    RSAPublicKey key = (RSAPublicKey) SigningKey.shared(SignatureAlgorithm.RS256).publicKey();
    assertThat(RocaFingerprint.isIn(key.getModulus())).isFalse();
    Random random = new Random(2);
    for (int i = 0; i < 1000; i++) {
      assertThat(RocaFingerprint.isIn(new BigInteger(2048, random).setBit(0))).isFalse();
    }
  }
}
