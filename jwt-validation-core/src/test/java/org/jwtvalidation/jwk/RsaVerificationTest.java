// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.internal.tables.KnownAnswer;
import org.jwtvalidation.internal.tables.RsaKnownAnswers;
import org.jwtvalidation.internal.tables.RsaVerification;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.internal.tables.TableBudget;
import org.jwtvalidation.internal.tables.TableGain;
import org.jwtvalidation.internal.tables.TableMaker;
import org.jwtvalidation.internal.tables.UpgradingVerification;

/** RSA keys before and after their tables. */
class RsaVerificationTest {

  private static final byte[] INPUT = TableScene.INPUT;
  private static final TableBudget BUDGET = new TableBudget(TableBudget.DEFAULT_OCTETS);

  /** Is not asked unless own arithmetic must not verify. */
  private static final SignatureVerification PROVIDER =
      (octets, length, signature) -> {
        throw new AssertionError("by the provider");
      };

  private static final SigningKey OTHER =
      new SigningKey(SignatureAlgorithm.RS256, RsaKeys.pair(2049));

  private static void assertVerifies(SignatureVerification verification, SigningKey signer) {
    byte[] signature = signer.sign(INPUT);
    assertThat(verification.verify(INPUT, INPUT.length, signature)).isTrue();
    assertThat(verification.verify(INPUT, INPUT.length - 1, signature)).isFalse();
    signature[40] ^= 1;
    assertThat(verification.verify(INPUT, INPUT.length, signature)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
  void givesItsKnownAnswers(SignatureAlgorithm algorithm) throws Exception {
    KnownAnswer answer = RsaKnownAnswers.of(algorithm.joseName());
    assertThat(answer.algorithm()).isEqualTo(algorithm.joseName());
    assertThat(answer.isGivenBy(key -> RsaVerification.byTable(algorithm.joseName(), key)))
        .isTrue();
    for (SignatureAlgorithm other :
        new SignatureAlgorithm[] {SignatureAlgorithm.RS384, SignatureAlgorithm.PS384}) {
      assertThat(answer.isGivenBy(key -> RsaVerification.byTable(other.joseName(), key)))
          .isEqualTo(other == algorithm);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
  void verifiesBeforeAndAfterTheTableComes(SignatureAlgorithm algorithm) {
    Queue<Runnable> waiting = new ArrayDeque<>();
    TableMaker tables =
        RsaVerification.tables(
            algorithm.joseName(), TableGain.CERTAIN, waiting::add, TableScene.noCrossCheck());
    SigningKey signer = SigningKey.shared(algorithm);
    UpgradingVerification verification =
        (UpgradingVerification)
            RsaVerification.of(
                algorithm.joseName(), (RSAPublicKey) signer.publicKey(), tables, BUDGET, PROVIDER);
    for (int use = 0; use < UpgradingVerification.USES_BEFORE_TABLE; use++) {
      assertThat(waiting).isEmpty();
      assertVerifies(verification, signer);
    }
    assertThat(verification.hasTable()).isFalse();
    waiting.remove().run();
    assertThat(verification.hasTable()).isTrue();
    assertVerifies(verification, signer);
  }

  /** With its own key and maker, by the policy. */
  @ParameterizedTest
  @EnumSource(names = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"})
  void isWhatTheFastestPolicyUses(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    SignatureVerification verification =
        SignaturePolicy.fastest().verifier(signer.verificationKey("k")).verification();
    assertThat(verification).isInstanceOf(UpgradingVerification.class);
    for (int use = 0; use < 40; use++) {
      assertVerifies(verification, signer);
    }
    assertThat(verification.tableState().error()).isNull();
  }

  /** For them the table would have to be used in another way, and they are rare. */
  @Test
  void leavesOtherExponentsToModPow() throws Exception {
    for (long exponent : new long[] {65539, 4294967295L}) {
      RSAPublicKey key =
          (RSAPublicKey)
              RsaFamily.RSA.publicKey(
                  new RSAPublicKeySpec(RsaFamilyTest.modulus(2048), BigInteger.valueOf(exponent)));
      SignatureVerification verification =
          RsaVerification.of(SignatureAlgorithm.RS256.joseName(), key, BUDGET, PROVIDER);
      assertThat(verification).isNotInstanceOf(UpgradingVerification.class);
      assertThat(verification.verify(INPUT, INPUT.length, new byte[256])).isFalse();
    }
  }

  /**
   * Anyone may choose them for a key of DPoP proofs, and what is kept for a size stays for ever.
   */
  @Test
  @Row("121")
  void leavesUnusualSizesToModPow() throws Exception {
    int upgrading = 0;
    for (int bits = 2048; bits <= 8192; bits++) {
      BigInteger modulus = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
      RSAPublicKey key =
          (RSAPublicKey)
              RsaFamily.RSA.publicKey(new RSAPublicKeySpec(modulus, RSAKeyGenParameterSpec.F4));
      SignatureVerification verification =
          RsaVerification.of(SignatureAlgorithm.PS256.joseName(), key, BUDGET, PROVIDER);
      upgrading += verification instanceof UpgradingVerification ? 1 : 0;
    }
    assertThat(upgrading).isEqualTo(7);

    SignatureVerifier verifier = SignaturePolicy.fastest().verifier(OTHER.verificationKey("k"));
    TableScene.use(verifier, OTHER, 4 * UpgradingVerification.USES_BEFORE_TABLE);
    assertThat(TabledKey.has(verifier)).isFalse();
    assertThat(TabledKey.error(verifier)).isNull();
    assertVerifies(verifier.verification(), OTHER);
  }

  @Test
  void refusesWhatAnotherKeySigned() {
    SigningKey signer = SigningKey.shared(SignatureAlgorithm.RS256);
    byte[] signature = OTHER.sign(INPUT);
    byte[] low = new byte[256];
    System.arraycopy(signature, 1, low, 0, 256);
    low[0] = 0;
    assertThat(
            RsaVerification.byTable("RS256", signer.publicKey()).verify(INPUT, INPUT.length, low))
        .isFalse();
  }

  @Test
  void knowsNoOtherAlgorithm() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RsaVerification.byTable("ES256", RsaKeys.pair(2048).getPublic()))
        .withMessage("ES256 is not an RSA algorithm");
  }
}
