// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jwtvalidation.internal.arithmetic.Level;

/**
 * A valid signature, which tests an implementation before it is used.
 *
 * @param algorithm the name of the algorithm (RFC 7518 section 3.1)
 * @param keyFactory the JCA name of the kind of key
 * @param publicKey the key as X.509 SubjectPublicKeyInfo, in hexadecimal as the others
 */
public record KnownAnswer(
    String algorithm, String keyFactory, String publicKey, String message, String signature) {

  /** So many at least: then C2 has been asked for every loop, and seen what signatures may be. */
  public static final int TRAININGS = 4_000;

  /** A usual length of what is signed; twice that is, too. */
  private static final int TRAINING_OCTETS = 500;

  /** The signature of "sample" in RFC 6979 appendix A.2.5. */
  public static final KnownAnswer ES256 =
      new KnownAnswer(
          "ES256",
          "EC",
          "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
              + "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
              + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
          "73616d706c65",
          "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
              + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");

  /** Test 3 of RFC 8032 section 7.1. */
  public static final KnownAnswer ED25519 =
      new KnownAnswer(
          "Ed25519",
          "Ed25519",
          "302a300506032b6570032100"
              + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
          "af82",
          "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
              + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");

  /**
   * Whether an implementation accepts the signature, and refuses it for a shorter message and with
   * a changed bit.
   *
   * @param implementation makes the verification of a key
   */
  public boolean isGivenBy(Function<PublicKey, SignatureVerification> implementation)
      throws GeneralSecurityException {
    SignatureVerification verification = implementation.apply(key());
    byte[] octets = octets(message);
    byte[] changed = octets(signature);
    changed[40] ^= 1;
    return verification.verify(octets, octets.length, octets(signature))
        && !verification.verify(octets, octets.length - 1, octets(signature))
        && !verification.verify(octets, octets.length, changed);
  }

  /**
   * Verifies this signature and others, which are random and wrong, until that has become as fast
   * as it gets or has taken so long.
   *
   * @param longest in nanoseconds
   * @param nanoTime the clock, in nanoseconds
   */
  public void train(
      Function<PublicKey, SignatureVerification> implementation,
      long longest,
      LongSupplier nanoTime)
      throws GeneralSecurityException {
    SignatureVerification verification = implementation.apply(key());
    byte[] octets = Arrays.copyOf(octets(message), 2 * TRAINING_OCTETS);
    byte[] right = octets(signature);
    byte[] random = right.clone();
    SplittableRandom numbers = new SplittableRandom(1);
    Level level = new Level(TRAININGS);
    long start = nanoTime.getAsLong();
    long end = start;
    for (int i = 0; !level.isReached() && end - start < longest; i++) {
      numbers.nextBytes(random);
      // Numbers that are in the range of all algorithms, as the format of a signature demands.
      random[0] &= 0x7f;
      random[random.length / 2] &= 0x7f;
      random[random.length - 1] &= 0x0f;
      long begin = nanoTime.getAsLong();
      if (i % 2 == 0) {
        verification.verify(octets, TRAINING_OCTETS + i % TRAINING_OCTETS, random);
      } else {
        verification.verify(octets, message.length() / 2, right);
      }
      end = nanoTime.getAsLong();
      level.took(end - begin);
    }
  }

  private PublicKey key() throws GeneralSecurityException {
    return KeyFactory.getInstance(keyFactory)
        .generatePublic(new X509EncodedKeySpec(octets(publicKey)));
  }

  private static byte[] octets(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
