// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.ProviderException;
import java.security.Security;
import java.security.SignatureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.AffinePoint;

/** When a provider says that a signature is wrong, as distinct from everything else it does. */
class ProviderVerificationTest {

  private static final byte[] INPUT = TableScene.INPUT;

  private static ProviderVerification byJdk(SigningKey signer) throws UnusableKeyException {
    String provider = signer.algorithm().family() == RsaFamily.RSA ? "SunRsaSign" : "SunEC";
    return new ProviderVerification(
        signer.verificationKey("k"),
        requireNonNull(SignatureProvider.of(Security.getProvider(provider), signer.algorithm())));
  }

  private static boolean refuses(ProviderVerification verification, byte[] signature)
      throws Exception {
    return verification.refuses(INPUT, INPUT.length, signature);
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519", "RS256", "PS256"})
  void refusesWrongSignaturesAlone(SignatureAlgorithm algorithm) throws Exception {
    SigningKey signer = SigningKey.shared(algorithm);
    ProviderVerification verification = byJdk(signer);
    byte[] signature = signer.sign(INPUT);
    assertThat(refuses(verification, signature)).isFalse();
    assertThat(verification.refuses(INPUT, INPUT.length - 1, signature)).isTrue();
    signature[40] ^= 1;
    assertThat(refuses(verification, signature)).isTrue();
  }

  /** There is no point with this R. */
  @Test
  void doesNotTakeAnExceptionForARefusal() throws Exception {
    ProviderVerification verification = byJdk(SigningKey.shared(SignatureAlgorithm.ED25519));
    byte[] signature = new byte[64];
    signature[0] = 2;
    assertThat(verification.verify(INPUT, INPUT.length, signature)).isFalse();
    assertThatThrownBy(() -> refuses(verification, signature))
        .isInstanceOf(SignatureException.class);
  }

  @Test
  void doesNotTakeAFailureForARefusal() throws Exception {
    VerificationKey key = SigningKey.shared(SignatureAlgorithm.ES256).verificationKey("k");
    SignatureProvider sunEc =
        requireNonNull(
            SignatureProvider.of(Security.getProvider("SunEC"), SignatureAlgorithm.ES256));
    ProviderVerification missing =
        new ProviderVerification(key, new SignatureProvider(sunEc.provider(), "no algorithm"));
    assertThatThrownBy(() -> refuses(missing, new byte[64])).isInstanceOf(ProviderException.class);
  }

  /**
   * Valid, and refused by JDK 17 and some later releases, though not by JDK 25: x of the point is
   * the group order or a little more.
   */
  @Test
  void refusesNoPointWithAnXBeyondTheOrder() throws Exception {
    var domain = AffinePoint.domain("secp256r1");
    BigInteger n = domain.getOrder();
    BigInteger r = BigInteger.ONE;
    while (AffinePoint.withX(domain, n.add(r)) == null) {
      r = r.add(BigInteger.ONE);
    }
    AffinePoint sum = requireNonNull(AffinePoint.withX(domain, n.add(r)));
    BigInteger s = BigInteger.valueOf(20260301);
    BigInteger e = new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(INPUT));
    AffinePoint ofMessage = AffinePoint.generator(domain).times(e.multiply(s.modInverse(n)).mod(n));
    // The key with which u1·G + u2·Q is the point.
    AffinePoint key =
        requireNonNull(AffinePoint.sum(sum, requireNonNull(ofMessage).negated()))
            .times(s.multiply(r.modInverse(n)).mod(n));
    SigningKey crafted =
        new SigningKey(
            SignatureAlgorithm.ES256, new KeyPair(requireNonNull(key).publicKey(), null));
    byte[] signature = new byte[64];
    System.arraycopy(SigningKey.octets(r, 32), 0, signature, 0, 32);
    System.arraycopy(SigningKey.octets(s, 32), 0, signature, 32, 32);

    assertThat(TableScene.table(crafted.publicKey()).verify(INPUT, INPUT.length, signature))
        .isTrue();
    ProviderVerification verification = byJdk(crafted);
    int release = Runtime.version().feature();
    if (release == 17 || release >= 25) {
      assertThat(verification.verify(INPUT, INPUT.length, signature)).isEqualTo(release >= 25);
    }
    assertThat(refuses(verification, signature)).isFalse();
    // One octet more, and chance could have made it.
    signature[15] = 1;
    assertThat(refuses(verification, signature)).isTrue();
  }
}
