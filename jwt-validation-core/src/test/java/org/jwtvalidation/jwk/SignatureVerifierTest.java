// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.internal.arithmetic.AffinePoint;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** Signatures that are verified by the fastest policy, by the JDK, and by bcprov. */
class SignatureVerifierTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  /** The policies. */
  private enum By {
    FASTEST,
    JDK,
    BCPROV;

    SignatureVerifier verifier(SignatureAlgorithm algorithm, PublicKey publicKey) {
      SignaturePolicy policy =
          this == FASTEST
              ? SignaturePolicy.fastest()
              : SignaturePolicy.provider(provider(algorithm));
      return policy.verifier(VerificationKey.of("k", algorithm, publicKey));
    }

    SignatureVerifier verifier(SigningKey key) {
      return verifier(key.algorithm(), key.publicKey());
    }

    private Provider provider(SignatureAlgorithm algorithm) {
      if (this == BCPROV) {
        return SigningKey.BCPROV;
      }
      return Security.getProvider(
          switch (algorithm) {
            case RS256, RS384, RS512, PS256, PS384, PS512 -> "SunRsaSign";
            case ES256, ES384, ES512, ED25519, ED448 -> "SunEC";
            case ML_DSA_44, ML_DSA_65, ML_DSA_87 -> "SUN";
          });
    }
  }

  private static Stream<Arguments> of(SignatureAlgorithm... algorithms) {
    return Stream.of(algorithms)
        .filter(SignatureAlgorithm::isAvailable)
        .flatMap(algorithm ->
            Stream.of(By.values())
                .filter(by -> by.provider(algorithm) != null)
                .map(by -> Arguments.of(algorithm, by)));
  }

  static Stream<Arguments> all() {
    return of(SignatureAlgorithm.values());
  }

  static Stream<Arguments> ec() {
    return of(SignatureAlgorithm.ES256, SignatureAlgorithm.ES384, SignatureAlgorithm.ES512);
  }

  static Stream<Arguments> edwards() {
    return of(SignatureAlgorithm.ED25519, SignatureAlgorithm.ED448);
  }

  static Stream<Arguments> rsa() {
    return of(
        SignatureAlgorithm.RS256,
        SignatureAlgorithm.RS384,
        SignatureAlgorithm.RS512,
        SignatureAlgorithm.PS256,
        SignatureAlgorithm.PS384,
        SignatureAlgorithm.PS512);
  }

  // Every algorithm

  @ParameterizedTest
  @MethodSource("all")
  void acceptsSignatureOverExactlyTheInput(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    byte[] signature = signer.sign(INPUT);
    assertThat(verifier.verify(INPUT, signature)).isTrue();
    for (int i = 0; i < INPUT.length; i += 3) {
      byte[] changed = INPUT.clone();
      changed[i] ^= 1;
      assertThat(verifier.verify(changed, signature)).isFalse();
    }
    assertThat(verifier.verify(Arrays.copyOf(INPUT, INPUT.length - 1), signature)).isFalse();
    assertThat(verifier.verify(Arrays.copyOf(INPUT, INPUT.length + 1), signature)).isFalse();
    assertThat(verifier.verify(new byte[0], signature)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void verifiesTheBeginningOfAnArray(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    byte[] signature = signer.sign(INPUT);
    byte[] longer = Arrays.copyOf(INPUT, INPUT.length + 7);
    assertThat(verifier.verify(longer, INPUT.length, signature)).isTrue();
    assertThat(verifier.verify(longer, INPUT.length + 1, signature)).isFalse();
    assertThat(verifier.verify(longer, INPUT.length - 1, signature)).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> verifier.verify(INPUT, INPUT.length + 1, signature));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> verifier.verify(INPUT, -1, signature));
  }

  @ParameterizedTest
  @MethodSource("all")
  void rejectsSignaturesWithFlippedBits(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    byte[] signature = signer.sign(INPUT);
    for (int i = 0; i < signature.length; i += 1 + signature.length / 17) {
      byte[] changed = signature.clone();
      changed[i] ^= (byte) (1 << (i % 8));
      assertThat(verifier.verify(INPUT, changed)).as("octet %s", i).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void rejectsSignaturesOfOtherLengths(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    byte[] signature = signer.sign(INPUT);
    assertThat(verifier.verify(INPUT, new byte[0])).isFalse();
    assertThat(verifier.verify(INPUT, new byte[signature.length])).isFalse();
    assertThat(verifier.verify(INPUT, Arrays.copyOf(signature, signature.length - 1))).isFalse();
    assertThat(verifier.verify(INPUT, Arrays.copyOf(signature, signature.length / 2))).isFalse();
    assertThat(verifier.verify(INPUT, Arrays.copyOf(signature, signature.length + 1))).isFalse();
    assertThat(verifier.verify(INPUT, Arrays.copyOf(signature, signature.length * 2))).isFalse();
    byte[] zeroInFront = new byte[signature.length + 1];
    System.arraycopy(signature, 0, zeroInFront, 1, signature.length);
    assertThat(verifier.verify(INPUT, zeroInFront)).isFalse();
    assertThat(verifier.verify(INPUT, Arrays.copyOfRange(signature, 1, signature.length)))
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource("all")
  void rejectsSignatureOfAnotherKey(SignatureAlgorithm algorithm, By by) {
    boolean isRsa = algorithm.family() instanceof RsaFamily;
    SigningKey signer = isRsa ? OTHER_RSA.as(algorithm) : SigningKey.generate(algorithm);
    SignatureVerifier verifier = by.verifier(SigningKey.shared(algorithm));
    assertThat(verifier.verify(INPUT, signer.sign(INPUT))).isFalse();
    assertThat(by.verifier(signer).verify(INPUT, signer.sign(INPUT))).isTrue();
  }

  private record OtherRsa(SigningKey key) {
    SigningKey as(SignatureAlgorithm algorithm) {
      return new SigningKey(algorithm, key.pair());
    }
  }

  private static final OtherRsa OTHER_RSA =
      new OtherRsa(SigningKey.generate(SignatureAlgorithm.RS256));

  // ECDSA

  /**
   * A public key under which (r, s) is a signature of {@link #INPUT}, found from the wanted
   * signature: Q = r⁻¹(sR − eG), R a point whose x-coordinate is r.
   */
  private static PublicKey keyFor(
      ECParameterSpec domain, String hash, AffinePoint r, BigInteger s) {
    try {
      BigInteger order = domain.getOrder();
      BigInteger e = new BigInteger(1, MessageDigest.getInstance(hash).digest(INPUT));
      BigInteger inverse = r.x().modInverse(order);
      AffinePoint difference =
          AffinePoint.sum(r.times(s), AffinePoint.generator(domain).times(e.mod(order)).negated());
      return difference.times(inverse).publicKey();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A valid signature with a small number, and its key. */
  private record SmallSignature(
      ECParameterSpec domain, PublicKey key, BigInteger r, BigInteger s, int half) {

    private static final Map<SignatureAlgorithm, SmallSignature> MADE = new ConcurrentHashMap<>();

    static SmallSignature of(SignatureAlgorithm algorithm) {
      return MADE.computeIfAbsent(algorithm, SmallSignature::make);
    }

    private static SmallSignature make(SignatureAlgorithm algorithm) {
      ECParameterSpec domain =
          AffinePoint.domain(
              switch (algorithm) {
                case ES256 -> "secp256r1";
                case ES384 -> "secp384r1";
                default -> "secp521r1";
              });
      BigInteger x = BigInteger.TWO;
      while (AffinePoint.withX(domain, x) == null) {
        x = x.add(BigInteger.ONE);
      }
      AffinePoint r = AffinePoint.withX(domain, x);
      BigInteger s = BigInteger.valueOf(0x1234567);
      PublicKey key = keyFor(domain, "SHA-" + algorithm.name().substring(2), r, s);
      return new SmallSignature(domain, key, r.x(), s, (domain.getOrder().bitLength() + 7) / 8);
    }

    byte[] whole() {
      return pair(r, s, half);
    }
  }

  private static byte[] pair(BigInteger r, BigInteger s, int half) {
    byte[] pair = Arrays.copyOf(SigningKey.octets(r, half), 2 * half);
    System.arraycopy(SigningKey.octets(s, half), 0, pair, half, half);
    return pair;
  }

  /** J1: the JDK accepts every one of these under the names …inP1363Format. */
  @ParameterizedTest
  @MethodSource("ec")
  void rejectsSignatureWithCutLeadingZeros(SignatureAlgorithm algorithm, By by) {
    SmallSignature small = SmallSignature.of(algorithm);
    SignatureVerifier verifier = by.verifier(algorithm, small.key);
    assertThat(verifier.verify(INPUT, small.whole())).isTrue();
    for (int half = 4; half < small.half; half++) {
      assertThat(verifier.verify(INPUT, pair(small.r, small.s, half)))
          .as("%s octets", half)
          .isFalse();
    }
  }

  /** J2. */
  @ParameterizedTest
  @MethodSource("ec")
  void rejectsSignatureWithAddedLeadingZeros(SignatureAlgorithm algorithm, By by) {
    SmallSignature small = SmallSignature.of(algorithm);
    SignatureVerifier verifier = by.verifier(algorithm, small.key);
    for (int half = small.half + 1; half < 2 * small.half; half++) {
      assertThat(verifier.verify(INPUT, pair(small.r, small.s, half)))
          .as("%s octets", half)
          .isFalse();
    }
  }

  /** J3. */
  @ParameterizedTest
  @MethodSource("ec")
  void rejectsSignatureInDerForm(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    String der = "SHA" + algorithm.name().substring(2) + "withECDSA";
    for (int i = 0; i < 10; i++) {
      assertThat(verifier.verify(INPUT, signer.sign(INPUT, der))).isFalse();
    }
    SmallSignature small = SmallSignature.of(algorithm);
    byte[] shortest = {0x30, 9, 2, 1, small.r.byteValue(), 2, 4, 1, 0x23, 0x45, 0x67};
    assertThat(by.verifier(algorithm, small.key).verify(INPUT, shortest)).isFalse();
    byte[] filled = Arrays.copyOf(shortest, 2 * small.half);
    assertThat(by.verifier(algorithm, small.key).verify(INPUT, filled)).isFalse();
  }

  /** J14, CVE-2022-21449. */
  @ParameterizedTest
  @MethodSource("ec")
  void rejectsSignatureWithNumbersOutsideOneToTheOrder(SignatureAlgorithm algorithm, By by) {
    SmallSignature small = SmallSignature.of(algorithm);
    SignatureVerifier verifier = by.verifier(algorithm, small.key);
    BigInteger n = small.domain.getOrder();
    BigInteger zero = BigInteger.ZERO;
    List<byte[]> signatures = new ArrayList<>();
    for (BigInteger bad : List.of(zero, n, n.add(BigInteger.ONE))) {
      signatures.add(pair(bad, small.s, small.half));
      signatures.add(pair(small.r, bad, small.half));
      signatures.add(pair(bad, bad, small.half));
    }
    // Congruent to valid numbers modulo the order.
    signatures.add(pair(small.r.add(n), small.s, small.half));
    signatures.add(pair(small.r, small.s.add(n), small.half));
    signatures.add(pair(small.r.add(n), small.s.add(n), small.half));
    byte[] largest = new byte[2 * small.half];
    Arrays.fill(largest, (byte) 0xff);
    signatures.add(largest);
    for (byte[] signature : signatures) {
      assertThat(signature).hasSize(2 * small.half);
      assertThat(verifier.verify(INPUT, signature)).isFalse();
    }
    assertThat(verifier.verify(INPUT, pair(small.s, small.r, small.half))).isFalse();
  }

  /** (r, n − s) is valid by design: a signature does not identify a token. */
  @ParameterizedTest
  @MethodSource("ec")
  void acceptsTheHighTwin(SignatureAlgorithm algorithm, By by) {
    SmallSignature small = SmallSignature.of(algorithm);
    SignatureVerifier verifier = by.verifier(algorithm, small.key);
    byte[] twin = pair(small.r, small.domain.getOrder().subtract(small.s), small.half);
    assertThat(verifier.verify(INPUT, twin)).isTrue();
  }

  // EdDSA

  /** J6, and the malleable form. */
  @ParameterizedTest
  @MethodSource("edwards")
  void rejectsSignaturePlusOrder(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    BigInteger order =
        algorithm == SignatureAlgorithm.ED25519
            ? new BigInteger("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed", 16)
            : new BigInteger(
                "3fffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                    + "7cca23e9c44edb49aed63690216cc2728dc58f552378c292ab5844f3",
                16);
    byte[] signature = signer.sign(INPUT);
    assertThat(verifier.verify(INPUT, signature)).isTrue();
    int half = signature.length / 2;
    BigInteger s = new BigInteger(1, reversed(Arrays.copyOfRange(signature, half, 2 * half)));
    assertThat(s).isLessThan(order);
    for (int multiple = 1; multiple <= 3; multiple++) {
      byte[] twin = signature.clone();
      BigInteger larger = s.add(order.multiply(BigInteger.valueOf(multiple)));
      System.arraycopy(reversed(SigningKey.octets(larger, half)), 0, twin, half, half);
      assertThat(verifier.verify(INPUT, twin)).isFalse();
    }
  }

  /** CVE-2024-30172: some versions of bcprov do not terminate on these. */
  @ParameterizedTest
  @MethodSource("edwards")
  void rejectsCraftedPointsInBoundedTime(SignatureAlgorithm algorithm, By by) {
    SignatureVerifier verifier = by.verifier(SigningKey.shared(algorithm));
    int half = algorithm == SignatureAlgorithm.ED25519 ? 32 : 57;
    for (int value : new int[] {0, 1, 0x7f, 0x80, 0xed, 0xff}) {
      byte[] signature = new byte[2 * half];
      Arrays.fill(signature, 0, half, (byte) value);
      assertThat(verifier.verify(INPUT, signature)).isFalse();
      signature[half] = 1;
      assertThat(verifier.verify(INPUT, signature)).isFalse();
    }
  }

  private static byte[] reversed(byte[] octets) {
    byte[] reversed = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      reversed[i] = octets[octets.length - 1 - i];
    }
    return reversed;
  }

  // RSA

  @ParameterizedTest
  @MethodSource("rsa")
  void rejectsSignaturePlusModulus(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    BigInteger modulus = ((RSAPublicKey) signer.publicKey()).getModulus();
    byte[] input = INPUT.clone();
    byte[] sum = null;
    for (int i = 0; i < 10_000 && sum == null; i++) {
      input[0] = (byte) i;
      input[1] = (byte) (i >> 8);
      byte[] signature = signer.sign(input);
      BigInteger larger = new BigInteger(1, signature).add(modulus);
      if (larger.bitLength() <= 2048) {
        assertThat(verifier.verify(input, signature)).isTrue();
        sum = SigningKey.octets(larger, 256);
      }
    }
    assertThat(sum).as("a signature that stays short enough").isNotNull();
    assertThat(verifier.verify(input, sum)).isFalse();
  }

  /** Moduli that fill their octets and words, or do not. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 2056, 3072, 4096})
  void rejectsRsaSignaturesOfOtherLengthsOrFromTheModulusOn(int bits) {
    KeyPair pair = RsaKeys.pair(bits);
    for (SignatureAlgorithm algorithm :
        List.of(SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.RS512)) {
      SigningKey signer = new SigningKey(algorithm, pair);
      byte[] signature = signer.sign(INPUT);
      int octets = signature.length;
      byte[] longer = new byte[octets + 1];
      System.arraycopy(signature, 0, longer, 1, octets);
      BigInteger modulus = ((RSAPublicKey) pair.getPublic()).getModulus();
      BigInteger number = new BigInteger(1, signature);
      for (By by : By.values()) {
        SignatureVerifier verifier = by.verifier(signer);
        assertThat(verifier.verify(INPUT, signature)).isTrue();
        for (int length : new int[] {0, 1, octets - 1, octets + 1, 2 * octets}) {
          assertThat(verifier.verify(INPUT, Arrays.copyOf(signature, length))).isFalse();
        }
        assertThat(verifier.verify(INPUT, longer)).isFalse();
        for (BigInteger tooLarge :
            List.of(modulus, modulus.add(BigInteger.ONE), modulus.add(number))) {
          assertThat(verifier.verify(INPUT, SigningKey.octets(tooLarge, octets))).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rsa")
  void rejectsTrivialRsaSignatures(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    BigInteger modulus = ((RSAPublicKey) signer.publicKey()).getModulus();
    for (BigInteger s :
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            modulus.subtract(BigInteger.ONE),
            modulus,
            modulus.add(BigInteger.ONE))) {
      assertThat(verifier.verify(INPUT, SigningKey.octets(s, 256))).isFalse();
    }
  }

  /** A signature of RS256 is not valid for PS256 with the same key, and vice versa. */
  @ParameterizedTest
  @MethodSource("rsa")
  void rejectsSignatureOfAnotherRsaAlgorithm(SignatureAlgorithm algorithm, By by) {
    SignatureVerifier verifier = by.verifier(SigningKey.shared(algorithm));
    for (SignatureAlgorithm other : SignatureAlgorithm.values()) {
      if (other.family() == RsaFamily.RSA) {
        byte[] signature = SigningKey.shared(other).sign(INPUT);
        assertThat(verifier.verify(INPUT, signature)).as("%s", other).isEqualTo(other == algorithm);
      }
    }
  }

  private static final String SHA256_DIGEST_INFO = "3031300d060960864801650304020105000420";

  /** Signed by the right key, with paddings that other implementations accept from forgers. */
  @ParameterizedTest
  @EnumSource(By.class)
  void rejectsPaddingThatIsNotExact(By by) throws GeneralSecurityException {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.RS256);
    SignatureVerifier verifier = by.verifier(signer);
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(INPUT));
    String exact = SHA256_DIGEST_INFO + hash;
    assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "ff", exact))).isTrue();
    assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "fe", exact))).isFalse();
    assertThat(verifier.verify(INPUT, encrypted(signer, "0002", "ff", exact))).isFalse();
    assertThat(verifier.verify(INPUT, encrypted(signer, "0101", "ff", exact))).isFalse();
    assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "ff", hash))).isFalse();
    // Bleichenbacher 2006: garbage after the hash.
    for (int garbage : new int[] {1, 8, 100, 190}) {
      String behind = "00".repeat(garbage);
      assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "ff", exact + behind))).isFalse();
    }
    // BERserk: a length in a longer form than necessary.
    String longForm = "308131300d060960864801650304020105000420" + hash;
    assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "ff", longForm))).isFalse();
    // The identifier of SHA-512 with a hash of SHA-256.
    String otherHash = exact.replace("0403040201", "0403040203").replace("30402010", "30402030");
    assertThat(otherHash).isNotEqualTo(exact);
    assertThat(verifier.verify(INPUT, encrypted(signer, "0001", "ff", otherHash))).isFalse();
  }

  /** The block start, filling, 00, data, raised to the private exponent. */
  private static byte[] encrypted(SigningKey signer, String start, String filling, String data) {
    String end = "00" + data;
    String block = start + filling.repeat(256 - (start.length() + end.length()) / 2) + end;
    RSAPrivateKey key = (RSAPrivateKey) signer.pair().getPrivate();
    BigInteger number = new BigInteger(block, 16).mod(key.getModulus());
    return SigningKey.octets(number.modPow(key.getPrivateExponent(), key.getModulus()), 256);
  }

  // Providers

  @Test
  void verifiesByKeysThatAnotherProviderMade() throws GeneralSecurityException {
    for (String name : List.of("secp256r1", "secp521r1")) {
      SignatureAlgorithm algorithm =
          name.equals("secp256r1") ? SignatureAlgorithm.ES256 : SignatureAlgorithm.ES512;
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", SigningKey.BCPROV);
      generator.initialize(new ECGenParameterSpec(name));
      SigningKey signer = new SigningKey(algorithm, generator.generateKeyPair());
      for (By by : By.values()) {
        assertThat(by.verifier(signer).verify(INPUT, signer.sign(INPUT))).isTrue();
      }
    }
  }

  /** Throws for every signature. */
  private static final class Broken extends Provider {

    private static final long serialVersionUID = 1L;

    Broken() {
      super("Broken", "1", "answers with exceptions");
      put("Signature.SHA256withRSA", "org.jwtvalidation.jwk.NoSuchClass");
    }
  }

  @Test
  void decidesNothingWhereTheProviderFailsBeforeItHasTheSignature() {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.RS256);
    SignatureVerifier verifier =
        SignaturePolicy.provider(new Broken()).verifier(signer.verificationKey("k"));
    byte[] signature = signer.sign(INPUT);
    assertThatExceptionOfType(ProviderException.class)
        .isThrownBy(() -> verifier.verify(INPUT, signature))
        .withMessage("provider Broken fails to verify SHA256withRSA")
        .withCauseInstanceOf(NoSuchAlgorithmException.class);
  }

  // The verifier itself

  @Test
  void namesItsKey() {
    VerificationKey key = SigningKey.shared(SignatureAlgorithm.ES256).verificationKey("2024-1");
    SignatureVerifier verifier = SignaturePolicy.fastest().verifier(key);
    assertThat(verifier.key()).isSameAs(key);
    assertThat(verifier).hasToString("SignatureVerifier[VerificationKey[ES256, kid=\"2024-1\"]]");
  }

  @ParameterizedTest
  @MethodSource("all")
  void tellsOfTablesOfTwoAlgorithmsInTheFastestWayAlone(SignatureAlgorithm algorithm, By by) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerifier verifier = by.verifier(signer);
    assertThat(TabledKey.has(verifier)).isFalse();
    assertThat(TabledKey.error(verifier)).isNull();
    if (by == By.FASTEST
        && (algorithm == SignatureAlgorithm.ES256 || algorithm == SignatureAlgorithm.ED25519)) {
      assertThat(TabledKey.has(TabledKey.of(verifier))).isTrue();
    } else {
      byte[] signature = signer.sign(INPUT);
      for (int use = 0; use < 2 * UpgradingVerification.USES_BEFORE_TABLE; use++) {
        assertThat(verifier.verify(INPUT, signature)).isTrue();
      }
      // A measurement of this JVM may have found that RSA keys gain by theirs.
      if (by != By.FASTEST || algorithm.family() != RsaFamily.RSA) {
        assertThat(TabledKey.has(verifier)).isFalse();
      }
    }
    assertThat(TabledKey.error(verifier)).isNull();
  }
}
