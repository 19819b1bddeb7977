package org.jwtvalidation.internal.arithmetic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The check of the library's own, beside the JDK's over the same signatures. */
class RsaPkcs1VerificationTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  private static final Provider JDK = Security.getProvider("SunRsaSign");

  private static final KeyPair STRANGER = pair(2048);

  private static final Map<Integer, KeyPair> PAIRS = new ConcurrentHashMap<>();

  /** The three algorithms, each with moduli of whole and of broken octets and words. */
  static Stream<Arguments> all() {
    return Stream.of(SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.RS512)
        .flatMap(algorithm ->
            Stream.of(2048, 2049, 2056, 3072, 4096).map(bits -> Arguments.of(algorithm, bits)));
  }

  /** A key of so many bits and its two verifications. */
  private record Verifier(
      SigningKey signer, RSAPublicKey key, SignatureVerification own, SignatureVerification jdk) {

    static Verifier of(SignatureAlgorithm algorithm, int bits) {
      KeyPair pair = PAIRS.computeIfAbsent(bits, RsaPkcs1VerificationTest::pair);
      try {
        ProviderVerification jdk =
            new ProviderVerification(
                algorithm, pair.getPublic(), SignatureProvider.of(JDK, algorithm));
        return new Verifier(
            new SigningKey(algorithm, pair),
            (RSAPublicKey) pair.getPublic(),
            new RsaPkcs1Verification(algorithm, (RSAPublicKey) pair.getPublic()),
            jdk);
      } catch (UnusableKeyException e) {
        throw new AssertionError(e);
      }
    }

    int octets() {
      return (key.getModulus().bitLength() + 7) / 8;
    }

    VerificationKey bound() {
      return signer.verificationKey("k");
    }

    /** The answer of both, which is the same. */
    boolean verifies(byte[] input, byte[] signature) {
      boolean verifies = own.verify(input, input.length, signature);
      assertThat(jdk.verify(input, input.length, signature)).isEqualTo(verifies);
      return verifies;
    }

    /** What the owner of the key would have to sign to get {@code block} back, in octets. */
    byte[] encrypted(String block) {
      RSAPrivateCrtKey secret = (RSAPrivateCrtKey) signer.pair().getPrivate();
      BigInteger number = new BigInteger(block, 16).mod(secret.getModulus());
      BigInteger p = secret.getPrimeP();
      BigInteger q = secret.getPrimeQ();
      BigInteger root = number.modPow(secret.getPrimeExponentQ(), q);
      BigInteger rest = number.modPow(secret.getPrimeExponentP(), p).subtract(root);
      root = root.add(rest.multiply(secret.getCrtCoefficient()).mod(p).multiply(q));
      return SigningKey.octets(root, octets());
    }

    /** The block {@code start}, as much of {@code filling} as there is room for, 00, data. */
    byte[] padded(String start, String filling, String data) {
      String end = "00" + data;
      return encrypted(
          start + filling.repeat(octets() - (start.length() + end.length()) / 2) + end);
    }
  }

  private static KeyPair pair(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String digestInfo(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256 -> "3031300d060960864801650304020105000420";
      case RS384 -> "3041300d060960864801650304020205000430";
      default -> "3051300d060960864801650304020305000440";
    };
  }

  private static String hash(SignatureAlgorithm algorithm) {
    try {
      String name = algorithm.joseName().replace("RS", "SHA-");
      return HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(INPUT));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  // Answers

  @ParameterizedTest
  @MethodSource("all")
  void verifiesWhatTheJdkSigns(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
    assertThat(verifier.own()).isInstanceOf(RsaPkcs1Verification.class);
    byte[] input = new byte[300];
    for (int length = 0; length < input.length; length += 23) {
      byte[] exact = Arrays.copyOf(input, length);
      byte[] signature = verifier.signer().sign(exact);
      assertThat(verifier.verifies(exact, signature)).isTrue();
      assertThat(verifier.own().verify(input, length, signature)).isTrue();
      assertThat(verifier.own().verify(input, length + 1, signature)).isFalse();
      input[length] = (byte) length;
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesFlippedBits(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
    byte[] signature = verifier.signer().sign(INPUT);
    for (int bit = 0; bit < INPUT.length * 8; bit += 7) {
      byte[] changed = INPUT.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.verifies(changed, signature)).isFalse();
    }
    for (int bit = 0; bit < signature.length * 8; bit += 37) {
      byte[] changed = signature.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.bound().verify(INPUT, changed)).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesTrivialSignatures(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
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
  void refusesSignaturesOfOtherLengthsOrFromTheModulusOn(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
    VerificationKey key = verifier.bound();
    byte[] signature = verifier.signer().sign(INPUT);
    assertThat(key.verify(INPUT, signature)).isTrue();
    int octets = signature.length;
    for (int length : new int[] {0, 1, octets - 1, octets + 1, 2 * octets}) {
      assertThat(key.verify(INPUT, Arrays.copyOf(signature, length))).isFalse();
    }
    byte[] longer = new byte[octets + 1];
    System.arraycopy(signature, 0, longer, 1, octets);
    assertThat(key.verify(INPUT, longer)).isFalse();
    BigInteger modulus = verifier.key().getModulus();
    BigInteger number = new BigInteger(1, signature);
    for (BigInteger tooLarge : List.of(modulus, modulus.add(BigInteger.ONE), modulus.add(number))) {
      assertThat(key.verify(INPUT, SigningKey.octets(tooLarge, octets))).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void refusesWhatAnotherKeySigned(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
    byte[] signature = new SigningKey(algorithm, STRANGER).sign(INPUT);
    byte[] widened = new byte[verifier.octets()];
    System.arraycopy(signature, 0, widened, widened.length - 256, 256);
    assertThat(verifier.bound().verify(INPUT, widened)).isFalse();
  }

  /** Signed by the true key, yet padded in ways that let forgeries through elsewhere. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherPadding(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
    String hash = hash(algorithm);
    String exact = digestInfo(algorithm) + hash;
    assertThat(verifier.verifies(INPUT, verifier.padded("0001", "ff", exact))).isTrue();

    List<byte[]> forged = new ArrayList<>();
    forged.add(verifier.padded("0000", "ff", exact));
    forged.add(verifier.padded("0002", "ff", exact));
    forged.add(verifier.padded("0003", "ff", exact));
    forged.add(verifier.padded("0001", "fe", exact));
    forged.add(verifier.padded("0001", "00", exact));
    forged.add(verifier.padded("000100", "ff", exact));
    forged.add(verifier.padded("0001fe", "ff", exact));
    forged.add(verifier.padded("0001", "ff", hash));
    forged.add(verifier.padded("0001", "ff", "00" + exact));
    // Bleichenbacher 2006: something behind the hash, the padding the shorter for it.
    int room = verifier.octets() - 11 - exact.length() / 2;
    for (int garbage : new int[] {1, 8, 100, room}) {
      forged.add(verifier.padded("0001", "ff", exact + "00".repeat(garbage)));
      forged.add(verifier.padded("0001", "ff", exact + "a5".repeat(garbage)));
    }
    forged.add(verifier.padded("0001", "ff", exact.substring(0, exact.length() - 2)));
    // Not one octet of the block is left out of the comparison.
    String block = "0001" + "ff".repeat(verifier.octets() - 3 - exact.length() / 2) + "00" + exact;
    for (int octet = 1; octet < verifier.octets(); octet += 9) {
      int at = 2 * octet;
      int changed = Integer.parseInt(block.substring(at, at + 2), 16) ^ 0x40;
      forged.add(
          verifier.encrypted(
              block.substring(0, at) + "%02x".formatted(changed) + block.substring(at + 2)));
    }
    for (byte[] signature : forged) {
      assertThat(verifier.verifies(INPUT, signature)).isFalse();
    }
  }

  /** BERserk and its like. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesEveryOtherDigestInfo(SignatureAlgorithm algorithm, int bits) {
    Verifier verifier = Verifier.of(algorithm, bits);
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
      assertThat(verifier.verifies(INPUT, verifier.padded("0001", "ff", data))).isFalse();
    }
  }

  /** The JDK's own accepts such a signature, and so does a key that names the JDK's provider. */
  @ParameterizedTest
  @MethodSource("all")
  void refusesDigestInfoWithoutNull(SignatureAlgorithm algorithm, int bits)
      throws UnusableKeyException {
    Verifier verifier = Verifier.of(algorithm, bits);
    HexFormat hex = HexFormat.of();
    byte[] info = hex.parseHex(digestInfo(algorithm).replace("0500", ""));
    info[1] = (byte) (info[1] - 2);
    info[3] = (byte) (info[3] - 2);
    String data = hex.formatHex(info) + hash(algorithm);
    byte[] signature = verifier.padded("0001", "ff", data);
    assertThat(verifier.own().verify(INPUT, INPUT.length, signature)).isFalse();
    assertThat(verifier.bound().verify(INPUT, signature)).isFalse();
    assertThat(verifier.bound().using(JDK).verify(INPUT, signature)).isTrue();
  }

  @Test
  void answersManyThreadsAtOnce() throws Exception {
    Verifier verifier = Verifier.of(SignatureAlgorithm.RS256, 2048);
    VerificationKey key = verifier.bound();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        byte[] input = new byte[1000 + thread];
        Arrays.fill(input, (byte) thread);
        byte[] other = Arrays.copyOf(input, input.length + 1);
        byte[] signature = verifier.signer().sign(input);
        tasks.add(() -> {
          boolean right = true;
          for (int i = 0; i < 500; i++) {
            right &= key.verify(input, signature) && !key.verify(other, signature);
          }
          return right;
        });
      }
      for (Future<Boolean> right : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        assertThat(right.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  // When it is used

  @ParameterizedTest
  @EnumSource(SignatureAlgorithm.class)
  void takesThePlaceOfPkcs1Alone(SignatureAlgorithm algorithm) throws UnusableKeyException {
    SignatureProvider installed = SignatureProvider.installed(algorithm);
    if (installed != null) {
      SigningKey signer = SigningKey.shared(algorithm);
      ProviderVerification byJdk =
          new ProviderVerification(algorithm, signer.publicKey(), installed);
      assertThat(
              VerificationKey.inPlaceOf(byJdk, algorithm, signer.publicKey())
                  instanceof RsaPkcs1Verification)
          .isEqualTo(algorithm.joseName().startsWith("RS"));
    }
  }

  @Test
  void leavesTheSignatureToTheProviderThatIsNamed() throws UnusableKeyException {
    VerificationKey key = Verifier.of(SignatureAlgorithm.RS256, 2048).bound();
    VerificationKey named = key.using(JDK);
    assertThat(key.isSameAs(named)).isFalse();
    assertThat(named.isSameAs(key)).isFalse();
    assertThat(named.isSameAs(key.using(JDK))).isTrue();
    assertThat(key.isSameAs(Verifier.of(SignatureAlgorithm.RS256, 2048).bound())).isTrue();
  }

  /** As Conscrypt is by those who put it first: it keeps verifying everything that it can. */
  @Test
  void leavesTheSignatureToTheProviderThatSomebodyPrefers() throws UnusableKeyException {
    Verifier verifier = Verifier.of(SignatureAlgorithm.RS256, 2048);
    byte[] signature = verifier.signer().sign(INPUT);
    assertThat(Security.insertProviderAt(SigningKey.BCPROV, 1)).isEqualTo(1);
    try {
      VerificationKey key = verifier.bound();
      assertThat(key.isSameAs(key.using(SigningKey.BCPROV))).isTrue();
      assertThat(key.verify(INPUT, signature)).isTrue();
    } finally {
      Security.removeProvider(SigningKey.BCPROV.getName());
    }
    VerificationKey key = verifier.bound();
    assertThat(key.isSameAs(key.using(SigningKey.BCPROV))).isFalse();
    assertThat(key.verify(INPUT, signature)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"PS256", "ES256", "ED25519"})
  void isNotForOtherAlgorithms(SignatureAlgorithm algorithm) {
    RSAPublicKey key = (RSAPublicKey) STRANGER.getPublic();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RsaPkcs1Verification(algorithm, key))
        .withMessage(algorithm + " is not RSASSA-PKCS1-v1_5");
  }
}
