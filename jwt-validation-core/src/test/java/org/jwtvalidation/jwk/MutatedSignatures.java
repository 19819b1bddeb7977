// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jwtvalidation.internal.arithmetic.AffinePoint;
import org.jwtvalidation.internal.arithmetic.BigEndian;
import org.jwtvalidation.internal.arithmetic.EdwardsPoint;

/** Signatures of one key for ES256 or Ed25519, and what nearly is one; all follow from a seed. */
final class MutatedSignatures {

  private static final BigInteger P256_ORDER = AffinePoint.domain("secp256r1").getOrder();

  /** A mutation of a signature or of its message. */
  enum Mutation {
    NONE,
    BIT_OF_FIRST_HALF,
    BIT_OF_SECOND_HALF,
    BIT_OF_MESSAGE,
    TWO_BITS,
    LAST_BIT_OF_FIRST_HALF,
    HALVES_SWAPPED,
    FIRST_NEGATED,
    SECOND_NEGATED,
    ORDER_ADDED_TO_SECOND,
    ONE_ADDED_TO_SECOND,
    FIRST_ZERO,
    SECOND_ZERO,
    FIRST_OF_ANOTHER,
    SHORT_SECOND,
    RANDOM;

    static final Mutation[] ALL = values();
  }

  /** A signature, valid or not. */
  static final class Signed {

    private final byte[] message;
    private final byte[] signature;

    Signed(byte[] message, byte[] signature) {
      this.message = message;
      this.signature = signature;
    }

    byte[] message() {
      return message;
    }

    byte[] signature() {
      return signature;
    }
  }

  private final SplittableRandom random;
  private final boolean isEs256;
  private final BigInteger order;
  private final PublicKey publicKey;
  private final Signature signer;
  private byte[] message = new byte[0];
  private byte[] original = new byte[64];
  private byte[] last = original;

  MutatedSignatures(SignatureAlgorithm algorithm, long seed) {
    this.random = new SplittableRandom(seed);
    this.isEs256 = algorithm == SignatureAlgorithm.ES256;
    this.order = isEs256 ? P256_ORDER : EdwardsPoint.L;
    try {
      SecureRandom forKeys = SecureRandom.getInstance("SHA1PRNG");
      forKeys.setSeed(seed);
      KeyPair pair = keyPair(forKeys);
      this.publicKey =
          KeyFactory.getInstance(algorithm.family().keyFactory(), "SunEC")
              .generatePublic(new X509EncodedKeySpec(pair.getPublic().getEncoded()));
      this.signer =
          Signature.getInstance(isEs256 ? "SHA256withPLAIN-ECDSA" : "Ed25519", SigningKey.BCPROV);
      signer.initSign(pair.getPrivate(), forKeys);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  PublicKey publicKey() {
    return publicKey;
  }

  /** Signs another message, which the next mutations are made of. */
  void sign() {
    message = new byte[random.nextInt(1, 300)];
    random.nextBytes(message);
    last = original;
    original = signed(message);
  }

  /** The signature or its message, mutated. */
  Signed mutated(Mutation mutation) {
    byte[] mutatedMessage = message.clone();
    if (mutation == Mutation.BIT_OF_MESSAGE) {
      flip(mutatedMessage, random.nextInt(8 * message.length));
    }
    return new Signed(mutatedMessage, mutatedSignature(mutation));
  }

  private KeyPair keyPair(SecureRandom forKeys) throws GeneralSecurityException {
    KeyPairGenerator generator =
        KeyPairGenerator.getInstance(isEs256 ? "EC" : "Ed25519", SigningKey.BCPROV);
    if (isEs256) {
      generator.initialize(new ECGenParameterSpec("secp256r1"), forKeys);
    } else {
      generator.initialize(255, forKeys);
    }
    return generator.generateKeyPair();
  }

  private byte[] signed(byte[] message) {
    try {
      signer.update(message);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] mutatedSignature(Mutation mutation) {
    byte[] signature = original.clone();
    switch (mutation) {
      case NONE, BIT_OF_MESSAGE -> {}
      case BIT_OF_FIRST_HALF -> flip(signature, random.nextInt(256));
      case BIT_OF_SECOND_HALF -> flip(signature, random.nextInt(256, 512));
      case TWO_BITS -> {
        flip(signature, random.nextInt(256));
        flip(signature, random.nextInt(256, 512));
      }
      // Of R the sign of x.
      case LAST_BIT_OF_FIRST_HALF -> flip(signature, 255);
      case HALVES_SWAPPED -> {
        System.arraycopy(original, 0, signature, 32, 32);
        System.arraycopy(original, 32, signature, 0, 32);
      }
      case FIRST_NEGATED -> put(signature, 0, order.subtract(half(signature, 0)).mod(order));
      case SECOND_NEGATED -> put(signature, 32, order.subtract(half(signature, 32)));
      case ORDER_ADDED_TO_SECOND -> put(signature, 32, order.add(half(signature, 32)));
      case ONE_ADDED_TO_SECOND ->
          put(signature, 32, half(signature, 32).add(BigInteger.ONE).mod(order));
      case FIRST_ZERO -> Arrays.fill(signature, 0, 32, (byte) 0);
      case SECOND_ZERO -> Arrays.fill(signature, 32, 64, (byte) 0);
      case FIRST_OF_ANOTHER -> System.arraycopy(last, 0, signature, 0, 32);
      case SHORT_SECOND ->
          put(signature, 32, half(signature, 32).shiftRight(random.nextInt(1, 252)));
      case RANDOM -> {
        random.nextBytes(signature);
        put(signature, 32, half(signature, 32).mod(order));
      }
    }
    return signature;
  }

  private static void flip(byte[] octets, int bit) {
    octets[bit >> 3] ^= (byte) (1 << (bit & 7));
  }

  private BigInteger half(byte[] signature, int from) {
    byte[] octets = Arrays.copyOfRange(signature, from, from + 32);
    return new BigInteger(1, isEs256 ? octets : BigEndian.reversed(octets));
  }

  /** Writes a number right-aligned. */
  private void put(byte[] signature, int from, BigInteger number) {
    if (number.bitLength() <= 256) {
      byte[] octets = BigEndian.octets(number, 32);
      System.arraycopy(isEs256 ? octets : BigEndian.reversed(octets), 0, signature, from, 32);
    }
  }
}
