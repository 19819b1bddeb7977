// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.ECGenParameterSpec;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.VerifyOnlySignature;

/** A provider that is installed ahead of the JDK's, in JVMs with bcprov and without. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PreferredProviderTest {

  @Test
  void keepsVerifyingEllipticCurvesHoweverMuchTheyAreUsed(@TempDir Path folder) throws Exception {
    OtherJvm.runWithout("bcprov", Preferring.class, folder);
  }

  @Test
  void keepsVerifyingEllipticCurvesWhereBcprovIsToo() {
    Preferring.verify(
        SignatureAlgorithm.ES256, SigningKey.shared(SignatureAlgorithm.ES256).publicKey());
    Preferring.verify(
        SignatureAlgorithm.ED25519, SigningKey.shared(SignatureAlgorithm.ED25519).publicKey());
  }

  /** Verifies by the preferred provider, and without it once it is removed. */
  static final class Preferring {

    private static final int USES = 100;

    private Preferring() {}

    public static void main(String[] arguments) throws Exception {
      KeyPairGenerator p256 = KeyPairGenerator.getInstance("EC");
      p256.initialize(new ECGenParameterSpec("secp256r1"));
      verify(SignatureAlgorithm.ES256, p256.generateKeyPair().getPublic());
      verify(
          SignatureAlgorithm.ED25519,
          KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
    }

    private static void verify(SignatureAlgorithm algorithm, PublicKey publicKey) {
      Yes.VERIFIED.set(0);
      assertThat(Security.insertProviderAt(new Yielding(), 1)).isEqualTo(1);
      SignatureVerifier preferring;
      try {
        preferring =
            SignaturePolicy.fastest().verifier(VerificationKey.of("k", algorithm, publicKey));
      } finally {
        Security.removeProvider(Yielding.NAME);
      }
      TableScene.forge(preferring, USES);
      assertThat(Yes.VERIFIED).hasValue(USES);

      VerificationKey key = VerificationKey.of("k", algorithm, publicKey);
      SignatureVerifier fastest = SignaturePolicy.fastest().verifier(key);
      assertThat(TabledKey.has(TabledKey.of(fastest))).isTrue();
      assertThat(TabledKey.has(preferring)).isFalse();
      assertThat(TabledKey.error(preferring)).isNull();
      assertThat(Yes.VERIFIED).hasValue(USES);
    }
  }

  /** Accepts every signature. */
  static final class Yielding extends Provider {

    private static final long serialVersionUID = 1L;
    private static final String NAME = "Yielding";

    Yielding() {
      super(NAME, "1", "says yes");
      put("Signature.SHA256withECDSAinP1363Format", Yes.class.getName());
      put("Signature.Ed25519", Yes.class.getName());
    }
  }

  /** Public, because the provider creates it. */
  public static final class Yes extends VerifyOnlySignature {

    private static final AtomicInteger VERIFIED = new AtomicInteger();

    @Override
    protected void engineInitVerify(PublicKey key) {}

    @Override
    protected boolean engineVerify(byte[] signature) {
      VERIFIED.incrementAndGet();
      return true;
    }
  }
}
