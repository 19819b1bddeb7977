// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyFactorySpi;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.jcajce.provider.asymmetric.ec.BCECPublicKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.math.ec.ECCurve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.Scene;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SignatureProviderTest {

  @Test
  void knowsWhatNoProviderHas(@TempDir Path folder) throws Exception {
    OtherJvm.runWithout("bcprov", JvmWithoutCurves.class, folder);
  }

  /** As they are where that provider comes first in the JVM. */
  @ParameterizedTest
  @EnumSource(names = {"ES256", "ES384", "ES512"})
  void recognizesTheCurveOfAKeyThatBcprovHasMade(SignatureAlgorithm algorithm) throws Exception {
    Provider bcprov = new BouncyCastleProvider();
    ECPublicKey ofTheJdk = (ECPublicKey) SigningKey.shared(algorithm).publicKey();
    PublicKey ofBcprov =
        KeyFactory.getInstance("EC", bcprov)
            .generatePublic(new ECPublicKeySpec(ofTheJdk.getW(), ofTheJdk.getParams()));

    for (PublicKey key : List.of(ofTheJdk, ofBcprov)) {
      PublicKey translated = SignatureProvider.of(bcprov, algorithm).translated(key, "EC");
      assertThat(((BCECPublicKey) translated).getQ().getCurve().getClass())
          .as("not the arithmetic for any curve")
          .isNotEqualTo(ECCurve.Fp.class);
    }
  }

  @Test
  void leavesOutOfAKeyWhatNoProviderHas(@TempDir Path folder) throws Exception {
    OtherJvm.run(JvmWithoutPss.class, folder);
  }

  /** Has the JDK's RSA without RSASSA-PSS in its own JVM. */
  static final class JvmWithoutPss {

    private JvmWithoutPss() {}

    public static void main(String[] arguments) {
      String jwk = SigningKey.shared(SignatureAlgorithm.RS256).jwk("rsa").without("alg").toString();
      Provider jdk = Security.getProvider("SunRsaSign");
      Security.removeProvider(jdk.getName());
      Security.addProvider(new WithoutPss(jdk));

      assertThat(SignatureAlgorithm.PS256.isAvailable()).isFalse();
      assertThat(JwkSet.parse(Scene.jwkSet(jwk)).keys())
          .extracting(VerificationKey::algorithm)
          .containsExactly(
              SignatureAlgorithm.RS256, SignatureAlgorithm.RS384, SignatureAlgorithm.RS512);
      String ofPss = jwk.replace("{", "{\"alg\":\"PS256\",");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> JwkSet.parse(Scene.jwkSet(ofPss)))
          .withMessageContaining("no provider has PS256");
    }
  }

  private static final class WithoutPss extends Provider {

    private static final long serialVersionUID = 1L;

    WithoutPss(Provider jdk) {
      super("WithoutPss", "1", "RSA as in PKCS #1 v1.5");
      for (Service service : jdk.getServices()) {
        if (!service.getAlgorithm().equals("RSASSA-PSS")) {
          putService(
              new Service(this, service.getType(), service.getAlgorithm(), "Jdk", null, null) {
                @Override
                public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
                  return service.newInstance(parameter);
                }
              });
        }
      }
    }
  }

  /** Removes the provider of the elliptic curves from its own JVM. */
  static final class JvmWithoutCurves {

    private JvmWithoutCurves() {}

    public static void main(String[] arguments) throws Exception {
      KeyPairGenerator p256 = KeyPairGenerator.getInstance("EC");
      p256.initialize(new ECGenParameterSpec("secp256r1"));
      PublicKey publicKey = p256.generateKeyPair().getPublic();
      VerificationKey before = VerificationKey.of("k", SignatureAlgorithm.ES256, publicKey);
      assertThat(SignatureAlgorithm.ES256.isAvailable()).isTrue();
      assertThat(SignatureProvider.bestFor(SignatureAlgorithm.ES256)).isNotNull();

      Security.removeProvider("SunEC");

      assertThat(SignatureAlgorithm.ES256.isAvailable()).isFalse();
      assertThat(SignatureProvider.bestFor(SignatureAlgorithm.ES256)).isNull();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SignaturePolicy.providersOnly().verifier(before))
          .withMessageContaining("no provider has ES256");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> VerificationKey.of("k", SignatureAlgorithm.ES256, publicKey))
          .withMessageContaining("no provider has ES256");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ES384", "ES512", "ED25519", "ED448"})
  void prefersBcprovForCurves(SignatureAlgorithm algorithm) {
    assertThat(SignatureProvider.bestFor(algorithm).provider().getName()).isEqualTo("BC");
    assertThat(SignatureProvider.installed(algorithm).isOfTheJdk()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS256"})
  void leavesAllElseToTheInstalled(SignatureAlgorithm algorithm) {
    assertThat(SignatureProvider.bestFor(algorithm).isOfTheJdk()).isTrue();
  }

  @Test
  void saysWhichProviderRefusesTheKey() {
    SignatureProvider choosy = new SignatureProvider(new Choosy(), "SHA256withECDSA");
    PublicKey publicKey = SigningKey.shared(SignatureAlgorithm.ES256).publicKey();

    assertThatExceptionOfType(UnusableKeyException.class)
        .isThrownBy(() -> choosy.translated(publicKey, "EC"))
        .withMessage("Choosy refuses the key")
        .withCauseInstanceOf(InvalidKeySpecException.class);
  }

  @Test
  void leavesTheKeyAsItIsForProviderWithoutKeys() throws UnusableKeyException {
    SignatureProvider choosy = new SignatureProvider(new Choosy(), "SHA256withRSA");
    PublicKey publicKey = SigningKey.shared(SignatureAlgorithm.RS256).publicKey();

    assertThat(choosy.translated(publicKey, "RSA")).isSameAs(publicKey);
  }

  /** Has a key factory for elliptic curves, which refuses every key. */
  static final class Choosy extends Provider {

    private static final long serialVersionUID = 1L;

    Choosy() {
      super("Choosy", "1", "refuses every key");
      put("KeyFactory.EC", NoKeys.class.getName());
      put("Signature.SHA256withECDSAinP1363Format", "org.jwtvalidation.jwk.NoSuchClass");
    }
  }

  /** Public, because the provider creates it. */
  public static final class NoKeys extends KeyFactorySpi {

    @Override
    protected PublicKey engineGeneratePublic(KeySpec specification) throws InvalidKeySpecException {
      throw new InvalidKeySpecException("not this one");
    }

    @Override
    protected PrivateKey engineGeneratePrivate(KeySpec specification) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected <T extends KeySpec> T engineGetKeySpec(Key key, Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected Key engineTranslateKey(Key key) throws InvalidKeyException {
      throw new InvalidKeyException("not this one");
    }
  }
}
