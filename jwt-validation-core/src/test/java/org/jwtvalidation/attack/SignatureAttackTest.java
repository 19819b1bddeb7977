// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.CraftedRsaKey.unsigned;
import static org.jwtvalidation.RawToken.signature;
import static org.jwtvalidation.RawToken.signingInputOctets;
import static org.jwtvalidation.RawToken.withSignature;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.KnownNonceSigner;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.VerifyOnlySignature;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.TableThread;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidatedToken;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/**
 * Attacks on the signature itself. Those on elliptic curves run with the default provider, and with
 * the JDK's own.
 */
class SignatureAttackTest {

  private static final String JDK_PROVIDER = "SunEC";

  private static final TestKey RSA = TestKey.generate(SignatureAlgorithm.RS256, "rsa");
  private static final TestKey PSS = TestKey.generate(SignatureAlgorithm.PS256, "pss");
  private static final TestKey P_521 = TestKey.generate(SignatureAlgorithm.ES512, "p-521");
  private static final TestKey ED25519 = TestKey.generate(SignatureAlgorithm.ED25519, "ed25519");
  private static final TestKey ED448 = TestKey.generate(SignatureAlgorithm.ED448, "ed448");

  private static final BigInteger ED25519_ORDER =
      BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
  private static final BigInteger ED448_ORDER =
      BigInteger.TWO
          .pow(446)
          .subtract(
              new BigInteger(
                  "13818066809895115352007386748515426880336692474882178609894547503885"));

  private final Scene scene = Scene.with(RSA, PSS, P_521, ED25519, ED448);
  private final TokenValidator validator = scene.validator();

  /**
   * The validator of elliptic curves by the provider of that name, or the one used unless named.
   */
  private TokenValidator validatorBy(String provider) {
    TokenValidator.Builder builder = scene.builder(scene.config().build());
    return provider.isEmpty()
        ? builder.build()
        : builder.signaturePolicy(SignaturePolicy.provider(provider)).build();
  }

  private static void assertSignatureInvalid(TokenValidator validator, String token) {
    assertRejected(validator, token, ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID);
  }

  private static BigInteger orderOf(TestKey key) {
    return ((ECPrivateKey) key.privateKey()).getParams().getOrder();
  }

  private static BigInteger half(byte[] signature, int half) {
    int length = signature.length / 2;
    return new BigInteger(1, Arrays.copyOfRange(signature, half * length, (half + 1) * length));
  }

  private static byte[] joined(BigInteger r, BigInteger s, int length) {
    byte[] signature = Arrays.copyOf(unsigned(r, length), 2 * length);
    System.arraycopy(unsigned(s, length), 0, signature, length, length);
    return signature;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("14")
  @DisplayName("ECDSA signature of zeros")
  void rejectsPsychicSignature(String provider) {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().compact();
    BigInteger r = half(signature(token), 0);
    BigInteger s = half(signature(token), 1);

    assertSignatureInvalid(validator, withSignature(token, new byte[64]));
    assertSignatureInvalid(validator, withSignature(token, joined(BigInteger.ZERO, s, 32)));
    assertSignatureInvalid(validator, withSignature(token, joined(r, BigInteger.ZERO, 32)));

    assertAccepted(validator, withSignature(token, joined(r, s, 32)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("15")
  @DisplayName("ECDSA signature with R or S out of range")
  void rejectsNumbersBeyondTheGroupOrder(String provider) {
    TokenValidator validator = validatorBy(provider);
    BigInteger n = orderOf(P_521);
    String token = scene.token().signedBy(P_521).compact();
    BigInteger r = half(signature(token), 0);
    BigInteger s = half(signature(token), 1);

    // 66 octets have room for a number and the group order, so that these are other spellings.
    assertSignatureInvalid(validator, withSignature(token, joined(r.add(n), s, 66)));
    assertSignatureInvalid(validator, withSignature(token, joined(r, s.add(n), 66)));
    assertSignatureInvalid(validator, withSignature(token, joined(r.add(n), s.add(n), 66)));
    for (BigInteger bound :
        List.of(n, n.add(BigInteger.ONE), BigInteger.TWO.pow(528).subtract(BigInteger.ONE))) {
      assertSignatureInvalid(validator, withSignature(token, joined(bound, s, 66)));
      assertSignatureInvalid(validator, withSignature(token, joined(r, bound, 66)));
    }

    assertAccepted(validator, withSignature(token, joined(r, s, 66)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("16")
  @DisplayName("ECDSA signature in DER")
  void rejectsDerSignature(String provider) throws Exception {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().compact();
    Signature signer = Signature.getInstance("SHA256withECDSA");
    signer.initSign(scene.key().privateKey());
    signer.update(signingInputOctets(token));
    byte[] der = signer.sign();

    assertSignatureInvalid(validator, withSignature(token, der));
    // Cut or filled to the right length it must not be taken for DER either.
    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(der, 64)));

    assertAccepted(validator, token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("17")
  @DisplayName("ECDSA signature with cut leading zeros")
  void rejectsShortSignature(String provider) {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().compact();
    while (signature(token)[0] != 0) {
      token = scene.token().compact();
    }
    KnownNonceSigner signer = new KnownNonceSigner(scene.key(), token);
    String signingInput = RawToken.signingInput(token);
    byte[] full = signer.sign(signingInput);
    String header = token.substring(0, token.indexOf('.') + 1);
    String claims = RawToken.claims(token);
    for (int i = 0; full[32] != 0; i++) {
      signingInput = header + RawToken.base64url(claims.replace("test-user", "user-" + i));
      full = signer.sign(signingInput);
    }
    byte[] withoutZeros = joined(half(full, 0), half(full, 1), 31);
    String shortened = signingInput + "." + RawToken.base64url(withoutZeros);

    assertSignatureInvalid(validator, shortened);

    assertAccepted(validator, withSignature(shortened, full));
    assertSignatureInvalid(validator, shortened);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("18")
  @DisplayName("padded ECDSA signature")
  void rejectsPaddedSignature(String provider) {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().compact();
    byte[] signature = signature(token);
    BigInteger r = half(signature, 0);
    BigInteger s = half(signature, 1);

    for (int length : new int[] {33, 34, 48, 66}) {
      assertSignatureInvalid(validator, withSignature(token, joined(r, s, length)));
    }
    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, 65)));
    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, 96)));

    assertAccepted(validator, token);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("19")
  @DisplayName("ECDSA signature with the other of two valid S")
  void acceptsTwinOfSignatureAsTokenOfItsOwn(String provider) {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().compact();
    byte[] signature = signature(token);
    BigInteger otherS = orderOf(scene.key()).subtract(half(signature, 1));
    String twin = withSignature(token, joined(half(signature, 0), otherS, 32));

    assertThat(twin).isNotEqualTo(token);
    assertThat(assertAccepted(validator, twin)).isEqualTo(assertAccepted(validator, token));
    // Nothing takes the text of a token for its identity: the cache has both.
    assertThat(validator.cachedTokens()).isEqualTo(2);
  }

  @Test
  @Row("26")
  @DisplayName("RSA signature with leading zeros, cut, or beyond the modulus")
  void rejectsOtherSpellingsOfRsaSignature() {
    BigInteger n = ((RSAPublicKey) RSA.publicKey()).getModulus();
    String token = scene.token().signedBy(RSA).compact();
    byte[] signature = signature(token);
    byte[] longer = new byte[257];
    System.arraycopy(signature, 0, longer, 1, 256);

    assertSignatureInvalid(validator, withSignature(token, longer));
    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, 257)));
    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, 255)));
    for (BigInteger number :
        List.of(BigInteger.ZERO, BigInteger.ONE, n.subtract(BigInteger.ONE), n)) {
      assertSignatureInvalid(validator, withSignature(token, unsigned(number, 256)));
    }

    assertAccepted(validator, token);
  }

  @Test
  @Row("26")
  @DisplayName("RSA signature plus modulus")
  void rejectsRsaSignaturePlusModulus() {
    BigInteger n = ((RSAPublicKey) RSA.publicKey()).getModulus();
    String token;
    BigInteger twin;
    do {
      token = scene.token().signedBy(RSA).compact();
      twin = new BigInteger(1, signature(token)).add(n);
    } while (twin.bitLength() > 2048);

    assertSignatureInvalid(validator, withSignature(token, unsigned(twin, 256)));

    assertAccepted(validator, token);
  }

  @Test
  @Row("26")
  @DisplayName("RSA signature without its leading zero")
  void rejectsShortRsaSignature() {
    String token = scene.token().signedBy(RSA).compact();
    while (signature(token)[0] != 0) {
      token = scene.token().signedBy(RSA).compact();
    }
    byte[] signature = signature(token);

    assertSignatureInvalid(validator, withSignature(token, Arrays.copyOfRange(signature, 1, 256)));

    assertAccepted(validator, token);
  }

  @Test
  @Row("27")
  @DisplayName("PSS signature with another salt, mask or hash")
  void rejectsPssSignatureWithOtherParameters() throws Exception {
    String token = scene.token().signedBy(PSS).compact();

    for (PSSParameterSpec wrong :
        List.of(
            pss("SHA-256", MGF1ParameterSpec.SHA256, 0),
            pss("SHA-256", MGF1ParameterSpec.SHA256, 20),
            pss("SHA-256", MGF1ParameterSpec.SHA256, 31),
            pss("SHA-256", MGF1ParameterSpec.SHA256, 64),
            pss("SHA-256", MGF1ParameterSpec.SHA1, 32),
            pss("SHA-256", MGF1ParameterSpec.SHA512, 32),
            pss("SHA-1", MGF1ParameterSpec.SHA1, 20),
            pss("SHA-512", MGF1ParameterSpec.SHA512, 64),
            pss("SHA-384", MGF1ParameterSpec.SHA384, 48))) {
      assertSignatureInvalid(validator, withSignature(token, pssSignature(token, wrong)));
    }
    Signature pkcs1 = Signature.getInstance("SHA256withRSA");
    pkcs1.initSign(PSS.privateKey());
    pkcs1.update(signingInputOctets(token));
    assertSignatureInvalid(validator, withSignature(token, pkcs1.sign()));

    PSSParameterSpec right = pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
    assertAccepted(validator, withSignature(token, pssSignature(token, right)));
  }

  private static PSSParameterSpec pss(String hash, MGF1ParameterSpec mask, int saltLength) {
    return new PSSParameterSpec(hash, "MGF1", mask, saltLength, 1);
  }

  private static byte[] pssSignature(String token, PSSParameterSpec parameters) throws Exception {
    Signature signer = Signature.getInstance("RSASSA-PSS");
    signer.setParameter(parameters);
    signer.initSign(PSS.privateKey());
    signer.update(signingInputOctets(token));
    return signer.sign();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("30")
  @DisplayName("other spellings of an Ed25519 or Ed448 signature")
  void rejectsOtherSpellingsOfEdwardsSignature(String provider) {
    TokenValidator validator = validatorBy(provider);
    for (TestKey key : List.of(ED25519, ED448)) {
      BigInteger order = key == ED25519 ? ED25519_ORDER : ED448_ORDER;
      String token = scene.token().signedBy(key).compact();
      byte[] signature = signature(token);
      int length = signature.length;

      assertSignatureInvalid(validator, withSignature(token, plus(order, signature)));
      assertSignatureInvalid(validator, withSignature(token, plus(order, plus(order, signature))));
      assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, length + 1)));
      assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, length - 1)));
      assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, length / 2)));
      assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, 2 * length)));

      assertAccepted(validator, token);
    }
  }

  /** The signature with a number added to S, which stands in its second half, little end first. */
  private static byte[] plus(BigInteger number, byte[] signature) {
    int length = signature.length / 2;
    byte[] s = reversed(Arrays.copyOfRange(signature, length, 2 * length));
    byte[] sum = reversed(unsigned(new BigInteger(1, s).add(number), length));
    byte[] changed = signature.clone();
    System.arraycopy(sum, 0, changed, length, length);
    return changed;
  }

  private static byte[] reversed(byte[] octets) {
    byte[] reversed = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      reversed[i] = octets[octets.length - 1 - i];
    }
    return reversed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", JDK_PROVIDER})
  @Row("31")
  @DisplayName("crafted Ed25519 signatures that a verifier may loop on")
  void rejectsCraftedEdwardsSignaturesInBoundedTime(String provider) {
    TokenValidator validator = validatorBy(provider);
    String token = scene.token().signedBy(ED25519).compact();
    List<String> points =
        List.of(
            "01" + "00".repeat(31),
            "00".repeat(32),
            "ec" + "ff".repeat(30) + "7f",
            "ed" + "ff".repeat(30) + "7f",
            "ff".repeat(32),
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    List<BigInteger> scalars =
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.TWO.pow(252),
            ED25519_ORDER.subtract(BigInteger.ONE),
            ED25519_ORDER,
            BigInteger.TWO.pow(255),
            BigInteger.TWO.pow(256).subtract(BigInteger.ONE));

    Assertions.assertTimeoutPreemptively(
        FaultScene.PATIENCE,
        () -> {
          for (String point : points) {
            for (BigInteger scalar : scalars) {
              byte[] signature = Arrays.copyOf(HexFormat.of().parseHex(point), 64);
              System.arraycopy(reversed(unsigned(scalar, 32)), 0, signature, 32, 32);
              assertSignatureInvalid(validator, withSignature(token, signature));
            }
          }
        });

    assertAccepted(validator, token);
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256", "ES256", "ES512", "ED25519", "ED448"})
  @Row("32")
  @DisplayName("empty or truncated signature")
  void rejectsTruncatedSignature(SignatureAlgorithm algorithm) {
    TestKey key = keyFor(algorithm);
    String token = scene.token().signedBy(key).compact();
    byte[] signature = signature(token);

    for (int length : new int[] {0, 1, signature.length / 2, signature.length - 1}) {
      assertSignatureInvalid(validator, withSignature(token, Arrays.copyOf(signature, length)));
    }

    assertAccepted(validator, token);
  }

  private TestKey keyFor(SignatureAlgorithm algorithm) {
    return List.of(RSA, PSS, P_521, ED25519, ED448, scene.key()).stream()
        .filter(key -> key.algorithm() == algorithm)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256", "ES256", "ES512", "ED25519", "ED448"})
  @Row("33")
  @DisplayName("signature of another token")
  void rejectsSignatureOfAnotherToken(SignatureAlgorithm algorithm) {
    TestKey key = keyFor(algorithm);
    String token = scene.token().signedBy(key).compact();
    String other = scene.token().signedBy(key).subject("somebody-else").compact();

    assertSignatureInvalid(validator, withSignature(token, signature(other)));
    assertSignatureInvalid(validator, withSignature(other, signature(token)));
    assertSignatureInvalid(validator, Tampering.flipSignatureBit(token));

    assertAccepted(validator, token);
    assertAccepted(validator, other);
  }

  @Test
  @Row("33")
  @DisplayName("halves of an ECDSA signature swapped")
  void rejectsSwappedHalves() {
    String token = scene.token().compact();
    byte[] signature = signature(token);

    assertSignatureInvalid(
        validator, withSignature(token, joined(half(signature, 1), half(signature, 0), 32)));

    assertAccepted(validator, token);
  }

  @Test
  @Row("34")
  @DisplayName("a way to claims around the verification")
  void hasNoWayToClaimsButValidation() {
    for (Class<?> type : List.of(AccessToken.class, IdToken.class, ClaimsSet.class)) {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        // Only a signature that matches makes this proof, and no application sees its type.
        assertThat(
                Modifier.isPublic(constructor.getModifiers())
                    && !List.of(constructor.getParameterTypes()).contains(VerifiedJws.class))
            .isFalse();
      }
      for (Method method : type.getDeclaredMethods()) {
        boolean makesOne =
            Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers());
        assertThat(makesOne).as(method.toString()).isFalse();
      }
    }
    assertThat(VerifiedJws.class.getConstructors()).isEmpty();
    assertThat(ValidatedToken.class.isSealed()).isTrue();
    assertThat(ValidatedToken.class.getPermittedSubclasses())
        .containsExactlyInAnyOrder(AccessToken.class, IdToken.class);

    // What the validator itself offers is three validations, each in one to five forms.
    assertThat(
            Arrays.stream(TokenValidator.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName))
        .containsExactlyInAnyOrder(
            "builder",
            "validate",
            "tryValidate",
            "tryValidateAsync",
            "tryValidate",
            "tryValidateAsync",
            "validateIdToken",
            "tryValidateIdToken",
            "tryValidateIdTokenAsync",
            "checkRefreshTokenFormat",
            "warmUp",
            "isReady",
            "keyHealth",
            "resolvedKeyHealth",
            "forgetIssuer",
            "keyTables",
            "cachedTokens",
            "cacheStatistics",
            "close");
  }

  @Test
  @Row("34")
  @DisplayName("an ID token is verified like any other")
  void verifiesIdTokens() {
    IdTokenExpectation expected = IdTokenExpectation.of("client", "n-1");
    String token = scene.token().idToken("client", "n-1").compact();

    assertThat(validator.tryValidateIdToken(Tampering.flipSignatureBit(token), expected))
        .isEqualTo(
            new ValidationResult.Rejected<IdToken>(
                new Rejection(
                    ValidationStep.SIGNATURE_VALIDATION, Reason.SIGNATURE_INVALID, null)));

    assertThat(validator.validateIdToken(token, expected).nonce()).isEqualTo("n-1");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  @Row("110")
  @DisplayName("forged signatures do not fill the memory with key tables")
  void makesNoTableForForgedSignatures(SignatureAlgorithm algorithm) {
    TestKey key = TestKey.generate(algorithm, "k");
    Scene own = Scene.with(key);
    TokenValidator validator = own.validator();
    for (int i = 0; i < 10; i++) {
      // The form of the signature is right: R or the message changes, S stays in range.
      String token = own.token().claim("jti", "forged-" + i).signedBy(key).compact();
      for (int change = 1; change <= 20; change++) {
        byte[] forged = signature(token);
        forged[8] ^= (byte) change;
        assertSignatureInvalid(validator, withSignature(token, forged));
      }
    }
    for (int i = 0; i < 15; i++) {
      assertAccepted(validator, own.token().claim("jti", "valid-" + i).signedBy(key).compact());
    }
    TableThread.awaitTables();
    assertThat(validator.keyTables().get(Scene.ISSUER)).isEqualTo(new KeyTables(0, 0, 0, null));

    assertAccepted(validator, own.token().claim("jti", "valid-16").signedBy(key).compact());
    TableThread.awaitTables();
    assertThat(validator.keyTables().get(Scene.ISSUER)).isEqualTo(new KeyTables(1, 0, 0, null));
  }

  @Test
  @Row("35")
  @DisplayName("an error while verifying is no success")
  void rejectsTokenWhoseVerificationFailsWithException() {
    FailingProvider provider = new FailingProvider();
    assertThat(Security.addProvider(provider)).isPositive();
    try {
      TokenValidator failing = validatorBy(provider.getName());
      String token = scene.token().compact();
      for (Throwable failure :
          List.of(
              new IllegalStateException("no"),
              new java.security.SignatureException("no"),
              new ArrayIndexOutOfBoundsException(7))) {
        provider.failure = failure;
        assertSignatureInvalid(failing, token);
        assertThat(failing.cachedTokens()).isZero();
      }

      provider.failure = new java.security.ProviderException("no");
      assertThatThrownBy(() -> failing.validate(token)).isInstanceOf(UndecidedException.class);
      assertThat(failing.cachedTokens()).isZero();

      provider.failure = new StackOverflowError();
      assertThatThrownBy(() -> failing.validate(token)).isSameAs(provider.failure);
      assertThatThrownBy(() -> failing.tryValidate(token)).isSameAs(provider.failure);
      assertThat(failing.cachedTokens()).isZero();

      provider.failure = null;
      assertAccepted(failing, token);
    } finally {
      Security.removeProvider(provider.getName());
    }
  }

  /** Accepts every signature for ES256, unless a test makes it fail. */
  private static final class FailingProvider extends Provider {

    private static final long serialVersionUID = 1L;

    private transient volatile Throwable failure;

    FailingProvider() {
      super("Failing", "1", "fails to verify");
      putService(
          new Service(
              this,
              "Signature",
              "SHA256withECDSAinP1363Format",
              FailingSignature.class.getName(),
              List.of(),
              Map.of()) {
            @Override
            public Object newInstance(Object parameter) {
              return new FailingSignature(FailingProvider.this);
            }
          });
    }
  }

  private static final class FailingSignature extends VerifyOnlySignature {

    private final FailingProvider provider;

    FailingSignature(FailingProvider provider) {
      this.provider = provider;
    }

    @Override
    protected void engineInitVerify(java.security.PublicKey publicKey) {}

    @Override
    protected boolean engineVerify(byte[] signature) throws java.security.SignatureException {
      Throwable failure = provider.failure;
      if (failure instanceof java.security.SignatureException e) {
        throw e;
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      return true;
    }
  }
}
