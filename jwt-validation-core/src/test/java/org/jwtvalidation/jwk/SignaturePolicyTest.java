// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.security.Provider;
import java.security.Security;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** Which verifier each policy chooses, and which keys it refuses. */
class SignaturePolicyTest {

  private static final byte[] INPUT = "eyJhbGciOiJ4In0.e30".getBytes(US_ASCII);

  private static final Set<SignatureAlgorithm> WITH_TABLES =
      EnumSet.of(
          SignatureAlgorithm.RS256,
          SignatureAlgorithm.RS384,
          SignatureAlgorithm.RS512,
          SignatureAlgorithm.PS256,
          SignatureAlgorithm.PS384,
          SignatureAlgorithm.PS512,
          SignatureAlgorithm.ES256,
          SignatureAlgorithm.ED25519);

  private static final SigningKey RSA = SigningKey.shared(SignatureAlgorithm.RS256);
  private static final SigningKey EC = SigningKey.shared(SignatureAlgorithm.ES256);

  static Stream<SignatureAlgorithm> available() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  /** The provider that verifies; fails if none does. */
  private static Provider providerOf(SignatureVerifier verifier) {
    assertThat(verifier.verification()).isInstanceOf(ProviderVerification.class);
    return ((ProviderVerification) verifier.verification()).provider().provider();
  }

  /** Uses {@code verifier} more often than it takes to get a table. */
  private static void assertVerifiesWithoutTable(SignatureVerifier verifier, SigningKey signer) {
    byte[] signature = signer.sign(INPUT);
    for (int use = 0; use < 100; use++) {
      assertThat(verifier.verify(INPUT, signature)).isTrue();
    }
    assertThat(verifier.verify(new byte[INPUT.length], signature)).isFalse();
    assertThat(TabledKey.has(verifier)).isFalse();
    assertThat(TabledKey.error(verifier)).isNull();
  }

  // The fastest

  @ParameterizedTest
  @MethodSource("available")
  void verifiesInPlaceOfTheJdkWhereTheLibraryCan(SignatureAlgorithm algorithm) {
    SignatureVerifier verifier =
        SignaturePolicy.fastest().verifier(SigningKey.shared(algorithm).verificationKey("k"));
    SignatureVerification verification = verifier.verification();
    assertThat(verification instanceof UpgradingVerification)
        .isEqualTo(WITH_TABLES.contains(algorithm));
    assertThat(verification instanceof ProviderVerification)
        .isEqualTo(!WITH_TABLES.contains(algorithm));
    if (verification instanceof ProviderVerification) {
      assertThat(providerOf(verifier)).isSameAs(SignatureProvider.bestFor(algorithm).provider());
    }
  }

  /** Like Conscrypt: a named provider verifies all that it can. */
  @ParameterizedTest
  @MethodSource("available")
  void leavesSignaturesToTheProviderThatIsInstalledBeforeTheJdks(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    byte[] signature = signer.sign(INPUT);
    assertThat(Security.insertProviderAt(SigningKey.BCPROV, 1)).isEqualTo(1);
    SignatureVerifier preferred;
    SignatureVerifier provided;
    try {
      preferred = SignaturePolicy.fastest().verifier(signer.verificationKey("k"));
      provided = SignaturePolicy.providersOnly().verifier(signer.verificationKey("k"));
    } finally {
      Security.removeProvider(SigningKey.BCPROV.getName());
    }
    assertThat(providerOf(preferred)).isSameAs(SigningKey.BCPROV);
    assertThat(providerOf(provided)).isSameAs(SigningKey.BCPROV);
    assertVerifiesWithoutTable(preferred, signer);

    SignatureVerifier afterwards = SignaturePolicy.fastest().verifier(signer.verificationKey("k"));
    if (WITH_TABLES.contains(algorithm)) {
      assertThat(afterwards.verification()).isNotInstanceOf(ProviderVerification.class);
    }
    assertThat(afterwards.verify(INPUT, signature)).isTrue();
  }

  // Providers alone

  @ParameterizedTest
  @MethodSource("available")
  void verifiesByTheBestProviderAlone(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    VerificationKey key = signer.verificationKey("k");
    SignatureVerifier verifier = SignaturePolicy.providersOnly().verifier(key);
    assertThat(providerOf(verifier)).isSameAs(SignatureProvider.bestFor(algorithm).provider());
    assertThat(verifier).isNotSameAs(SignaturePolicy.fastest().verifier(key));
    assertVerifiesWithoutTable(verifier, signer);
  }

  @Test
  void verifiesByTheNamedProviderAlone() {
    SignaturePolicy sunEc = SignaturePolicy.provider(Security.getProvider("SunEC"));
    for (SignatureAlgorithm algorithm :
        List.of(SignatureAlgorithm.ES256, SignatureAlgorithm.ED25519)) {
      SigningKey signer = SigningKey.shared(algorithm);
      SignatureVerifier verifier = sunEc.verifier(signer.verificationKey("k"));
      assertThat(providerOf(verifier).getName()).isEqualTo("SunEC");
      assertVerifiesWithoutTable(verifier, signer);
    }
    SignatureVerifier rsa =
        SignaturePolicy.provider(Security.getProvider("SunRsaSign"))
            .verifier(RSA.verificationKey("k"));
    assertThat(providerOf(rsa).getName()).isEqualTo("SunRsaSign");
    assertVerifiesWithoutTable(rsa, RSA);
  }

  @Test
  void verifiesByProviderThatIsNotInstalled() {
    assertThat(Security.getProvider(SigningKey.BCPROV.getName())).isNull();
    for (SigningKey signer : List.of(RSA, EC)) {
      SignatureVerifier verifier =
          SignaturePolicy.provider(SigningKey.BCPROV).verifier(signer.verificationKey("k"));
      assertThat(providerOf(verifier)).isSameAs(SigningKey.BCPROV);
      assertVerifiesWithoutTable(verifier, signer);
    }
  }

  /** A table that a key has by the fastest policy is not used by the other policies. */
  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void verifiesByProvidersHoweverMuchTheKeyIsUsed(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    VerificationKey key = signer.verificationKey("k");
    SignatureVerifier tabled = TabledKey.of(SignaturePolicy.fastest().verifier(key));
    for (SignaturePolicy policy :
        List.of(
            SignaturePolicy.providersOnly(),
            SignaturePolicy.provider(SigningKey.BCPROV),
            SignaturePolicy.provider(Security.getProvider("SunEC")))) {
      SignatureVerifier verifier = policy.verifier(key);
      assertThat(verifier.key()).isSameAs(key);
      assertVerifiesWithoutTable(verifier, signer);
    }
    assertThat(TabledKey.has(tabled)).isTrue();
  }

  // Refusals

  @Test
  void asksForAProvider() {
    assertThatNullPointerException()
        .isThrownBy(() -> SignaturePolicy.provider((Provider) null))
        .withMessage("provider");
    assertThatNullPointerException()
        .isThrownBy(() -> SignaturePolicy.provider((String) null))
        .withMessage("name");
  }

  @Test
  void refusesProviderThatIsNotInstalled() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SignaturePolicy.provider("Nobody"))
        .withMessage(
            "provider: Nobody is not installed; install it, name an installed one, or give the"
                + " provider itself");
  }

  @Test
  void refusesKeyWhoseAlgorithmTheProviderLacks() {
    SignaturePolicy sunRsaSign = SignaturePolicy.provider(Security.getProvider("SunRsaSign"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sunRsaSign.verifier(EC.verificationKey("e")))
        .withMessage(
            "key: VerificationKey[ES256, kid=\"e\"] cannot be verified"
                + " (SunRsaSign does not have ES256); choose another policy");
    SignaturePolicy sunEc = SignaturePolicy.provider(Security.getProvider("SunEC"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sunEc.verifier(RSA.verificationKey("r")))
        .withMessage(
            "key: VerificationKey[RS256, kid=\"r\"] cannot be verified"
                + " (SunEC does not have RS256); choose another policy");
  }

  @ParameterizedTest
  @MethodSource("available")
  void refusesEveryKeyForProviderWithoutSignatures(SignatureAlgorithm algorithm) {
    SignaturePolicy sunJce = SignaturePolicy.provider(Security.getProvider("SunJCE"));
    VerificationKey key = SigningKey.shared(algorithm).verificationKey("k");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sunJce.verifier(key))
        .withMessageContaining("SunJCE does not have " + algorithm.joseName());
  }

  @Test
  void refusesKeyThatTheProviderRefuses() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            SignaturePolicy.provider(new SignatureProviderTest.Choosy())
                .verifier(EC.verificationKey("e")))
        .withMessage(
            "key: VerificationKey[ES256, kid=\"e\"] cannot be verified"
                + " (Choosy refuses the key); choose another policy")
        .withCauseInstanceOf(UnusableKeyException.class);
  }
}
