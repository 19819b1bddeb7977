// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.KeysOf;
import org.jwtvalidation.jwk.ManyPrimesKey;
import org.jwtvalidation.jwk.RsaKeys;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.SigningKey;
import org.jwtvalidation.jwk.VerificationKey;

/** This verification by both exponentiations, compared with the JDK's for the same signatures. */
class RsaPkcs1VerificationTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  private static final Provider JDK = Security.getProvider("SunRsaSign");

  private static final KeyPair STRANGER = SigningKey.generate(SignatureAlgorithm.RS256).pair();

  /** The three algorithms, each with moduli that fill their octets and words, or do not. */
  static Stream<Arguments> all() {
    return Stream.of(SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.RS512)
        .flatMap(algorithm ->
            Stream.of(2048, 2049, 2056, 3072, 4096).map(bits -> Arguments.of(algorithm, bits)));
  }

  /** A key, with this verification and the JDK's. */
  private record Verifier(
      SignatureAlgorithm algorithm,
      RSAPublicKey key,
      RsaPkcs1Verification own,
      RsaPkcs1Verification byTable,
      SignatureVerifier jdk) {

    static Verifier of(SignatureAlgorithm algorithm, RSAPublicKey key) {
      return new Verifier(
          algorithm,
          key,
          new RsaPkcs1Verification(
              hashName(algorithm), new ModPow(key.getModulus(), key.getPublicExponent())),
          new RsaPkcs1Verification(hashName(algorithm), new FusedExponentiation(key.getModulus())),
          SignaturePolicy.provider(JDK).verifier(VerificationKey.of("k", algorithm, key)));
    }

    static Verifier of(SigningKey signer) {
      return of(signer.algorithm(), (RSAPublicKey) signer.publicKey());
    }

    int octets() {
      return (key.getModulus().bitLength() + 7) / 8;
    }

    boolean ownVerifies(byte[] input, byte[] signature) {
      boolean verifies = own.verify(input, input.length, signature);
      assertThat(byTable.verify(input, input.length, signature)).isEqualTo(verifies);
      return verifies;
    }

    /** The answer of both; fails if they differ. */
    boolean verifies(byte[] input, byte[] signature) {
      boolean verifies = ownVerifies(input, signature);
      assertThat(jdk.verify(input, signature)).isEqualTo(verifies);
      return verifies;
    }
  }

  private static SigningKey signer(SignatureAlgorithm algorithm, int bits) {
    return new SigningKey(algorithm, RsaKeys.pair(bits));
  }

  /** The verifier of a key whose owner signs any block. */
  private record Forger(ManyPrimesKey owner, Verifier verifier) {

    static Forger of(SignatureAlgorithm algorithm, int bits) {
      ManyPrimesKey owner = ManyPrimesKey.of(bits);
      return new Forger(owner, Verifier.of(algorithm, owner.publicKey()));
    }

    /**
     * The signature whose power is {@code block}, in octets, which the owner of the key can make.
     */
    byte[] encrypted(String block) {
      BigInteger number = new BigInteger(block, 16).mod(verifier.key().getModulus());
      return SigningKey.octets(owner.root(number), verifier.octets());
    }

    /** The block {@code start}, as much of {@code filling} as fits, 00, data. */
    byte[] padded(String start, String filling, String data) {
      String end = "00" + data;
      return encrypted(
          start + filling.repeat(verifier.octets() - (start.length() + end.length()) / 2) + end);
    }
  }

  private static String digestInfo(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256 -> "3031300d060960864801650304020105000420";
      case RS384 -> "3041300d060960864801650304020205000430";
      default -> "3051300d060960864801650304020305000440";
    };
  }

  private static String hashName(SignatureAlgorithm algorithm) {
    return algorithm.joseName().replace("RS", "SHA-");
  }

  private static String hash(SignatureAlgorithm algorithm) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(hashName(algorithm)).digest(INPUT));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  // Answers

  @ParameterizedTest
  @MethodSource("all")
  void verifiesWhatTheJdkSigns(SignatureAlgorithm algorithm, int bits) {
    SigningKey signer = signer(algorithm, bits);
    Verifier verifier = Verifier.of(signer);
    byte[] input = new byte[300];
    for (int length = 0; length < input.length; length += 23) {
      byte[] exact = Arrays.copyOf(input, length);
      byte[] signature = signer.sign(exact);
      assertThat(verifier.verifies(exact, signature)).isTrue();
      assertThat(verifier.own().verify(input, length, signature)).isTrue();
      assertThat(verifier.own().verify(input, length + 1, signature)).isFalse();
      input[length] = (byte) length;
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesFlippedBits(SignatureAlgorithm algorithm, int bits) {
    SigningKey signer = signer(algorithm, bits);
    Verifier verifier = Verifier.of(signer);
    byte[] signature = signer.sign(INPUT);
    for (int bit = 0; bit < INPUT.length * 8; bit += 7) {
      byte[] changed = INPUT.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.verifies(changed, signature)).isFalse();
    }
    for (int bit = 0; bit < signature.length * 8; bit += 37) {
      byte[] changed = signature.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.ownVerifies(INPUT, changed)).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesTrivialSignatures(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(signer(algorithm, bits));
    BigInteger modulus = verifier.key().getModulus();
    for (BigInteger number :
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.TWO,
            modulus.shiftRight(1),
            modulus.subtract(BigInteger.ONE))) {
      assertThat(verifier.verifies(INPUT, SigningKey.octets(number, verifier.octets()))).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesWhatAnotherKeySigned(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(signer(algorithm, bits));
    byte[] signature = new SigningKey(algorithm, STRANGER).sign(INPUT);
    byte[] widened = new byte[verifier.octets()];
    System.arraycopy(signature, 0, widened, widened.length - 256, 256);
    assertThat(verifier.ownVerifies(INPUT, widened)).isFalse();
  }

  /** Signed by the right key, with paddings that other implementations accept from forgers. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherPadding(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    String hash = hash(algorithm);
    String exact = digestInfo(algorithm) + hash;
    assertThat(verifier.verifies(INPUT, forger.padded("0001", "ff", exact))).isTrue();

    List<byte[]> forged = new ArrayList<>();
    forged.add(forger.padded("0000", "ff", exact));
    forged.add(forger.padded("0002", "ff", exact));
    forged.add(forger.padded("0003", "ff", exact));
    forged.add(forger.padded("0001", "fe", exact));
    forged.add(forger.padded("0001", "00", exact));
    forged.add(forger.padded("000100", "ff", exact));
    forged.add(forger.padded("0001fe", "ff", exact));
    forged.add(forger.padded("0001", "ff", hash));
    forged.add(forger.padded("0001", "ff", "00" + exact));
    // Bleichenbacher 2006: garbage after the hash, and a shorter padding.
    int room = verifier.octets() - 11 - exact.length() / 2;
    for (int garbage : new int[] {1, 8, 100, room}) {
      forged.add(forger.padded("0001", "ff", exact + "00".repeat(garbage)));
      forged.add(forger.padded("0001", "ff", exact + "a5".repeat(garbage)));
    }
    forged.add(forger.padded("0001", "ff", exact.substring(0, exact.length() - 2)));
    // Every octet of the block is compared.
    String block = "0001" + "ff".repeat(verifier.octets() - 3 - exact.length() / 2) + "00" + exact;
    for (int octet = 1; octet < verifier.octets(); octet += 9) {
      int at = 2 * octet;
      int changed = Integer.parseInt(block.substring(at, at + 2), 16) ^ 0x40;
      forged.add(
          forger.encrypted(
              block.substring(0, at) + "%02x".formatted(changed) + block.substring(at + 2)));
    }
    for (byte[] signature : forged) {
      assertThat(verifier.verifies(INPUT, signature)).isFalse();
    }
  }

  /** BERserk and similar. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherDigestInfo(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    String exact = digestInfo(algorithm);
    String hash = hash(algorithm);
    String sequence = exact.substring(4);
    String length = exact.substring(2, 4);
    List<String> forged = new ArrayList<>();
    forged.add("3081" + length + sequence + hash);
    forged.add("308200" + length + sequence + hash);
    forged.add("3080" + sequence + hash + "0000");
    forged.add(exact.replace("0500", "058100") + hash);
    forged.add(exact.replace("0500", "0501ff") + hash);
    forged.add(exact.replace("0500", "04020500") + hash);
    forged.add("31" + exact.substring(2) + hash);
    for (SignatureAlgorithm other :
        List.of(SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.RS512)) {
      if (other != algorithm) {
        forged.add(digestInfo(other) + hash(other));
        forged.add(digestInfo(other) + hash);
        forged.add(exact + hash(other));
      }
    }
    for (String data : forged) {
      assertThat(verifier.verifies(INPUT, forger.padded("0001", "ff", data))).isFalse();
    }
  }

  /** The JDK's own accepts such a signature. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesDigestInfoWithoutNull(SignatureAlgorithm algorithm, int bits) {
    Forger forger = Forger.of(algorithm, bits);
    Verifier verifier = forger.verifier();
    HexFormat hex = HexFormat.of();
    byte[] info = hex.parseHex(digestInfo(algorithm).replace("0500", ""));
    info[1] = (byte) (info[1] - 2);
    info[3] = (byte) (info[3] - 2);
    String data = hex.formatHex(info) + hash(algorithm);
    byte[] signature = forger.padded("0001", "ff", data);
    assertThat(verifier.ownVerifies(INPUT, signature)).isFalse();
    VerificationKey key = VerificationKey.of("k", algorithm, verifier.key());
    assertThat(KeysOf.verifies(key, INPUT, signature)).isFalse();
    assertThat(verifier.jdk().verify(INPUT, signature)).isTrue();
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void answersManyThreadsAtOnce() throws Exception {
    SigningKey signer = signer(SignatureAlgorithm.RS256, 2048);
    Verifier verifier = Verifier.of(signer);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        byte[] input = new byte[1000 + thread];
        Arrays.fill(input, (byte) thread);
        byte[] other = Arrays.copyOf(input, input.length + 1);
        byte[] signature = signer.sign(input);
        tasks.add(() -> {
          boolean right = true;
          for (int i = 0; i < 500; i++) {
            right &=
                verifier.ownVerifies(input, signature) && !verifier.ownVerifies(other, signature);
          }
          return right;
        });
      }
      for (Future<Boolean> right : threads.invokeAll(tasks)) {
        assertThat(right.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void knowsNoOtherHash() {
    RSAPublicKey key = (RSAPublicKey) STRANGER.getPublic();
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new RsaPkcs1Verification(
                "SHA-1", new ModPow(key.getModulus(), key.getPublicExponent())))
        .withMessage("SHA-1 has no DigestInfo here");
  }
}
