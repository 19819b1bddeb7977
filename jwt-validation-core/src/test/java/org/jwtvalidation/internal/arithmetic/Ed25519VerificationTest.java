// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.BASE;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.L;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.NEUTRAL;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.ORDER_8;
import static org.jwtvalidation.internal.arithmetic.EdwardsPoint.P;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;

/** Signatures with points of small order, with components of it, or not encoded canonically. */
class Ed25519VerificationTest {

  private static byte[] message(int number) {
    return ("message " + number).getBytes(US_ASCII);
  }

  /** The hash of R, A and the message, modulo L. */
  private static BigInteger hash(byte[] r, byte[] a, byte[] message) {
    try {
      MessageDigest sha512 = MessageDigest.getInstance("SHA-512");
      sha512.update(r);
      sha512.update(a);
      return new BigInteger(1, BigEndian.reversed(sha512.digest(message))).mod(L);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** R as it is encoded, and S = nonce + h·privateKey. */
  private static byte[] signed(
      byte[] r, BigInteger nonce, BigInteger privateKey, byte[] publicKey, byte[] message) {
    BigInteger s = hash(r, publicKey, message).multiply(privateKey).add(nonce).mod(L);
    byte[] signature = Arrays.copyOf(r, 64);
    System.arraycopy(BigEndian.reversed(BigEndian.octets(s, 32)), 0, signature, 32, 32);
    return signature;
  }

  private static Ed25519Verification verification(EdwardsPoint key) {
    return new Ed25519Verification(key.x(), key.y());
  }

  private static boolean verifies(EdwardsPoint key, byte[] message, byte[] signature) {
    return verification(key).verify(message, message.length, signature);
  }

  private static boolean jdkVerifies(EdwardsPoint key, byte[] message, byte[] signature) {
    try {
      Signature verifier = Signature.getInstance("Ed25519", "SunEC");
      verifier.initVerify(key.publicKey());
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean bcprovVerifies(EdwardsPoint key, byte[] message, byte[] signature) {
    return SignaturePolicy.provider(SigningKey.BCPROV)
        .verifier(VerificationKey.of("k", SignatureAlgorithm.ED25519, key.publicKey()))
        .verify(message, signature);
  }

  private static EdwardsPoint small(int times) {
    return ORDER_8.times(BigInteger.valueOf(times));
  }

  @Test
  void verifiesItsOwnAndNothingElse() {
    Random random = new Random(15);
    for (int i = 0; i < 8; i++) {
      BigInteger d =
          i < 3 ? List.of(ONE, TWO, L.subtract(ONE)).get(i) : new BigInteger(252, random);
      BigInteger nonce = i < 6 ? BigInteger.valueOf(i + 1) : new BigInteger(252, random);
      EdwardsPoint key = BASE.times(d);
      byte[] message = message(i);
      byte[] signature = signed(BASE.times(nonce).encoded(), nonce, d, key.encoded(), message);
      Ed25519Verification verification = verification(key);
      assertThat(verification.verify(message, message.length, signature)).isTrue();
      assertThat(verification.verify(Arrays.copyOf(message, 100), message.length, signature))
          .isTrue();
      assertThat(verification.verify(message, message.length - 1, signature)).isFalse();
      for (int bit = 0; bit < 509; bit += 7) {
        byte[] other = signature.clone();
        other[bit >> 3] ^= (byte) (1 << (bit & 7));
        assertThat(verification.verify(message, message.length, other)).isFalse();
      }
    }
  }

  @Test
  void refusesTheOtherSignOfR() {
    BigInteger nonce = BigInteger.valueOf(5);
    EdwardsPoint key = BASE.times(BigInteger.valueOf(9));
    byte[] r = BASE.times(nonce).encoded();
    r[31] ^= (byte) 0x80;
    // Signed with the flipped R, so that the hash covers it.
    byte[] signature = signed(r, nonce, BigInteger.valueOf(9), key.encoded(), message(0));
    assertThat(verifies(key, message(0), signature)).isFalse();
    signature = signed(r, nonce.negate(), BigInteger.valueOf(9), key.encoded(), message(0));
    assertThat(verifies(key, message(0), signature)).isTrue();
  }

  /** The nonce 0 makes R the neutral point, and S = 0 with it the point −h·A. */
  @Test
  void verifiesWhereRIsTheNeutralPoint() {
    BigInteger d = BigInteger.valueOf(77);
    EdwardsPoint key = BASE.times(d);
    for (int i = 0; i < 8; i++) {
      byte[] signature = signed(NEUTRAL.encoded(), ZERO, d, key.encoded(), message(i));
      assertThat(verifies(key, message(i), signature)).isTrue();
      assertThat(jdkVerifies(key, message(i), signature)).isTrue();
    }
  }

  /** R is not encoded canonically, and hashed so: only the comparison of octets detects it. */
  @Test
  void refusesEncodingsOfRThatAreNotCanonical() {
    BigInteger d = BigInteger.valueOf(77);
    EdwardsPoint key = BASE.times(d);
    byte[] signOfZero = EdwardsPoint.encoded(ONE, true);
    byte[] beyondP = EdwardsPoint.encoded(P.add(ONE), false);
    byte[] both = EdwardsPoint.encoded(P.add(ONE), true);
    for (byte[] r : List.of(signOfZero, beyondP, both)) {
      byte[] signature = signed(r, ZERO, d, key.encoded(), message(0));
      assertThat(verifies(key, message(0), signature)).isFalse();
      assertThat(jdkVerifies(key, message(0), signature)).isFalse();
      assertThat(bcprovVerifies(key, message(0), signature)).isFalse();
    }
  }

  @Test
  void refusesRsOfSmallOrderThatAreNotTheSum() {
    BigInteger d = BigInteger.valueOf(78);
    EdwardsPoint key = BASE.times(d);
    for (int i = 1; i < 8; i++) {
      // With the cofactor all of them would be valid.
      byte[] signature = signed(small(i).encoded(), ZERO, d, key.encoded(), message(i));
      assertThat(verifies(key, message(i), signature)).isFalse();
      assertThat(jdkVerifies(key, message(i), signature)).isFalse();
    }
  }

  /**
   * A = d·B + T with T of small order: S·B − h·A is nonce·B − h·T, with the h modulo L. Whether R
   * has the component −h·T decides, because verification is without the cofactor. Only the owner of
   * the key can sign like this.
   */
  @Test
  void verifiesUnderKeysWithAPartOfSmallOrder() {
    int valid = 0;
    int cases = 0;
    for (int part = 1; part < 8; part++) {
      BigInteger d = BigInteger.valueOf(1000 + part);
      EdwardsPoint key = BASE.times(d).plus(small(part));
      Ed25519Verification verification = verification(key);
      for (int i = 0; i < 24; i++) {
        BigInteger nonce = i < 4 ? ZERO : BigInteger.valueOf(i);
        EdwardsPoint r = BASE.times(nonce).plus(small(i));
        byte[] message = message(i);
        byte[] signature = signed(r.encoded(), nonce, d, key.encoded(), message);
        BigInteger h = hash(r.encoded(), key.encoded(), message);
        boolean expected = small(part).times(h).negated().equals(small(i));
        assertThat(verification.verify(message, message.length, signature)).isEqualTo(expected);
        assertThat(jdkVerifies(key, message, signature)).isEqualTo(expected);
        // With the cofactor, as RFC 8032 section 5.1.7 allows: components of small order do not
        // count.
        assertThat(bcprovVerifies(key, message, signature)).isTrue();
        valid += expected ? 1 : 0;
        cases++;
      }
    }
    assertThat(valid).isBetween(5, cases / 2);
  }

  /** The key's table begins with −A, whose multiples are those of the base point here. */
  @Test
  void addsEqualAndOppositePoints() {
    for (int d : new int[] {1, -1, 2, 64}) {
      BigInteger privateKey = BigInteger.valueOf(d).mod(L);
      EdwardsPoint key = BASE.times(privateKey);
      byte[] publicKey = key.encoded();
      for (int i = 0; i < 6; i++) {
        byte[] message = message(i);
        byte[] r = BASE.times(BigInteger.valueOf(i)).encoded();
        byte[] signature = signed(r, BigInteger.valueOf(i), privateKey, publicKey, message);
        assertThat(verifies(key, message, signature)).isTrue();
        // S = h·d results in the neutral point, S = −h·d in twice the half.
        byte[] opposite = signed(r, ZERO, privateKey, publicKey, message);
        assertThat(verifies(key, message, opposite)).isEqualTo(i == 0);
        byte[] equal = signed(r, ZERO, privateKey.negate(), publicKey, message);
        assertThat(verifies(key, message, equal)).isFalse();
      }
    }
  }
}
