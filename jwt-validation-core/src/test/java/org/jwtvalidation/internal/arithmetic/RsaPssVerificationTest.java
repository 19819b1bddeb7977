// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.ManyPrimesKey;
import org.jwtvalidation.jwk.RsaKeys;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;

/** This verification by both exponentiations, compared with the JDK's for the same signatures. */
class RsaPssVerificationTest {

  private static final Provider JDK = Security.getProvider("SunRsaSign");

  /** Moduli whose encoded message fills its octets, or lacks 1 to 7 bits, or a whole octet. */
  static Stream<Arguments> all() {
    return Stream.of(SignatureAlgorithm.PS256, SignatureAlgorithm.PS384, SignatureAlgorithm.PS512)
        .flatMap(algorithm ->
            Stream.of(2048, 2049, 2050, 2056, 3072, 4096)
                .map(bits -> Arguments.of(algorithm, bits)));
  }

  /** A key, with this verification and the JDK's. */
  private record Verifier(
      SignatureAlgorithm algorithm,
      RSAPublicKey key,
      RsaPssVerification byModPow,
      RsaPssVerification byTable,
      SignatureVerifier jdk) {

    static Verifier of(SignatureAlgorithm algorithm, RSAPublicKey key) {
      String hash = hashName(algorithm);
      return new Verifier(
          algorithm,
          key,
          new RsaPssVerification(hash, new ModPow(key.getModulus(), key.getPublicExponent())),
          new RsaPssVerification(hash, new FusedExponentiation(key.getModulus())),
          SignaturePolicy.provider(JDK).verifier(VerificationKey.of("k", algorithm, key)));
    }

    static Verifier of(SigningKey signer) {
      return of(signer.algorithm(), (RSAPublicKey) signer.publicKey());
    }

    int octets() {
      return (key.getModulus().bitLength() + 7) / 8;
    }

    /** All give this answer. */
    void answer(boolean expected, byte[] input, byte[] signature) {
      assertThat(
              List.of(
                  jdk.verify(input, signature),
                  byModPow.verify(input, input.length, signature),
                  byTable.verify(input, input.length, signature)))
          .as("%x of %x", new BigInteger(1, signature), key.getModulus())
          .containsExactly(expected, expected, expected);
    }

    void accept(byte[] input, byte[] signature) {
      answer(true, input, signature);
    }

    void refuse(byte[] input, byte[] signature) {
      answer(false, input, signature);
    }
  }

  /** The verifier of a key whose owner signs any encoded message. */
  private record Forger(ManyPrimesKey owner, Verifier verifier) {

    static Forger of(SignatureAlgorithm algorithm, int bits) {
      ManyPrimesKey owner = ManyPrimesKey.of(bits);
      return new Forger(owner, Verifier.of(algorithm, owner.publicKey()));
    }

    /** Whether there is a signature whose power is the encoded message. */
    boolean canEncrypt(byte[] encoded) {
      return new BigInteger(1, encoded).compareTo(verifier.key().getModulus()) < 0;
    }

    /** The signature whose power is the encoded message. */
    byte[] encrypted(byte[] encoded) {
      return SigningKey.octets(owner.root(new BigInteger(1, encoded)), verifier.octets());
    }
  }

  private static String hashName(SignatureAlgorithm algorithm) {
    return algorithm.joseName().replace("PS", "SHA-");
  }

  /**
   * EMSA-PSS-ENCODE (RFC 8017 section 9.1.1), with a change before the block is masked and another
   * one to the outcome.
   */
  private static byte[] encode(
      Verifier verifier,
      byte[] input,
      int saltLength,
      Consumer<byte[]> blockChange,
      Consumer<byte[]> outcomeChange) {
    try {
      MessageDigest digest = MessageDigest.getInstance(hashName(verifier.algorithm()));
      int bits = verifier.key().getModulus().bitLength() - 1;
      int length = (bits + 7) / 8;
      byte[] salt = new byte[saltLength];
      new SplittableRandom(saltLength).nextBytes(salt);
      byte[] messageHash = digest.digest(input);
      digest.update(new byte[8]);
      digest.update(messageHash);
      byte[] hash = digest.digest(salt);
      byte[] encoded = new byte[length];
      int block = length - hash.length - 1;
      encoded[block - saltLength - 1] = 1;
      System.arraycopy(salt, 0, encoded, block - saltLength, saltLength);
      blockChange.accept(encoded);
      for (int i = 0; i < block; i++) {
        digest.update(hash);
        byte[] mask = digest.digest(new byte[] {0, 0, 0, (byte) (i / hash.length)});
        encoded[i] ^= mask[i % hash.length];
      }
      encoded[0] &= (byte) (0xff >> (8 * length - bits));
      System.arraycopy(hash, 0, encoded, block, hash.length);
      encoded[length - 1] = (byte) 0xbc;
      outcomeChange.accept(encoded);
      return encoded;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static void flip(byte[] octets, int bit) {
    octets[bit / 8] ^= (byte) (1 << bit % 8);
  }

  @ParameterizedTest
  @MethodSource("all")
  void answersAsTheJdkToValidAndTamperedSignatures(SignatureAlgorithm algorithm, int bits) {
    SigningKey signer = new SigningKey(algorithm, RsaKeys.pair(bits));
    Verifier verifier = Verifier.of(signer);
    SplittableRandom random = new SplittableRandom(bits);
    for (int i = 0; i < 12; i++) {
      byte[] input = new byte[random.nextInt(300)];
      random.nextBytes(input);
      byte[] signature = signer.sign(input);
      verifier.accept(input, signature);
      byte[] longer = Arrays.copyOf(input, input.length + 1);
      assertThat(verifier.byTable().verify(longer, input.length, signature)).isTrue();
      verifier.refuse(longer, signature);
      for (int j = 0; j < 12; j++) {
        byte[] changed = signature.clone();
        // The first octet stays, so that the number is below the modulus.
        flip(changed, 8 + random.nextInt(8 * (signature.length - 1)));
        verifier.refuse(input, changed);
      }
    }
  }

  /** Each bit of an encoded message matters: one in so many of them, others each time. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherEncodedMessage(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    byte[] input = {1, 2, 3};
    int hash = Integer.parseInt(algorithm.joseName().substring(2)) / 8;
    byte[] sound = encode(verifier, input, hash, block -> {}, encoded -> {});
    verifier.accept(input, forger.encrypted(sound));
    int unusedBits = 8 * sound.length - (bits - 1);
    int first = unusedBits + ThreadLocalRandom.current().nextInt(61);
    for (int bit = first; bit < 8 * sound.length; bit += 61) {
      byte[] changed = sound.clone();
      changed[bit / 8] ^= (byte) (0x80 >> bit % 8);
      if (forger.canEncrypt(changed)) {
        verifier.refuse(input, forger.encrypted(changed));
      }
    }
    // The trailers of other standards, and the bits above the encoded message.
    for (int trailer : new int[] {0xcc, 0x3c, 0xbd, 0}) {
      byte[] changed = sound.clone();
      changed[changed.length - 1] = (byte) trailer;
      verifier.refuse(input, forger.encrypted(changed));
    }
    BigInteger above = new BigInteger(1, sound).setBit(bits - 1);
    if (above.compareTo(verifier.key().getModulus()) < 0) {
      byte[] signature = forger.encrypted(SigningKey.octets(above, verifier.octets()));
      verifier.refuse(input, signature);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherBlock(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    byte[] input = {1, 2, 3};
    int hash = Integer.parseInt(algorithm.joseName().substring(2)) / 8;
    int one = (bits - 1 + 7) / 8 - 2 * hash - 2;
    int bitsOfFirst = (bits - 1 + 7) % 8 + 1;
    // What is not 0 before the 01, from its last octet to the first.
    for (int place = one - 1; place >= 0; place -= place > 10 ? 7 : 1) {
      int at = place;
      byte[] encoded =
          encode(
              verifier,
              input,
              hash,
              block -> block[at] = (byte) (at == 0 ? 1 << (bitsOfFirst - 1) : 0x80),
              outcome -> {});
      if (forger.canEncrypt(encoded)) {
        verifier.refuse(input, forger.encrypted(encoded));
      }
    }
    for (int other : new int[] {0, 2, 3, 0x81}) {
      byte[] encoded =
          encode(verifier, input, hash, block -> block[one] = (byte) other, outcome -> {});
      verifier.refuse(input, forger.encrypted(encoded));
    }
  }

  /** RFC 7518 section 3.5: as long as the hash. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesSaltsOfOtherLengths(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    byte[] input = {1, 2, 3};
    int hash = Integer.parseInt(algorithm.joseName().substring(2)) / 8;
    for (int salt : new int[] {0, 1, 20, hash - 1, hash, hash + 1}) {
      byte[] encoded = encode(verifier, input, salt, block -> {}, outcome -> {});
      verifier.answer(salt == hash, input, forger.encrypted(encoded));
    }
  }

  @Test
  void refusesAnotherHashForTheMask() throws GeneralSecurityException {
    SigningKey key = new SigningKey(SignatureAlgorithm.PS256, RsaKeys.pair(2048));
    Verifier verifier = Verifier.of(key);
    Signature signer = Signature.getInstance("RSASSA-PSS");
    for (MGF1ParameterSpec mask :
        new MGF1ParameterSpec[] {MGF1ParameterSpec.SHA1, MGF1ParameterSpec.SHA512}) {
      signer.setParameter(new PSSParameterSpec("SHA-256", "MGF1", mask, 32, 1));
      signer.initSign(key.pair().getPrivate());
      signer.update(new byte[] {1, 2, 3});
      verifier.refuse(new byte[] {1, 2, 3}, signer.sign());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesTrivialSignatures(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(new SigningKey(algorithm, RsaKeys.pair(bits)));
    BigInteger modulus = verifier.key().getModulus();
    for (BigInteger number :
        new BigInteger[] {
          BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, modulus.subtract(BigInteger.ONE)
        }) {
      byte[] signature = SigningKey.octets(number, verifier.octets());
      verifier.refuse(new byte[0], signature);
    }
  }

  @Test
  void knowsNoOtherHash() {
    RSAPublicKey key = (RSAPublicKey) RsaKeys.pair(2048).getPublic();
    assertThatIllegalStateException()
        .isThrownBy(
            () -> new RsaPssVerification("SHA-0", new FusedExponentiation(key.getModulus())));
  }
}
