// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PublicKey;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.tables.SignatureVerification;
import org.jwtvalidation.jwk.MutatedSignatures.Mutation;

/**
 * Verification by tables agrees with bcprov on random and mutated signatures, and on some of them
 * with the JDK, which is much slower. Options are the number of signatures ({@code
 * -Dagreement.signatures}, 10,000), how many of them the JDK verifies ({@code
 * -Dagreement.jdk.every}, every tenth), and the seed of keys and signatures ({@code
 * -Dagreement.seed}). With {@code -Pagreement} both verify 10,000,000.
 */
@Tag("jdk-independent")
@Tag("slow")
class AgreementTest {

  private static final long SIGNATURES = Long.getLong("agreement.signatures", 10_000);
  private static final int JDK_EVERY = Integer.getInteger("agreement.jdk.every", 10);
  private static final long SEED = Long.getLong("agreement.seed", 1);

  /** So many a key. */
  private static final int EACH = 500;

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519"})
  void agreesWithBouncyCastleAndTheJdk(SignatureAlgorithm algorithm) {
    AtomicLong valid = new AtomicLong();
    long signatures = SIGNATURES / 2;
    Progress.inParts(
        algorithm + " signatures",
        signatures,
        EACH,
        part -> valid.addAndGet(verify(algorithm, part)));
    // Unchanged signatures, and ECDSA signatures with n − s.
    int kinds = algorithm == SignatureAlgorithm.ES256 ? 2 : 1;
    assertThat(valid.get()).isBetween(signatures * kinds / 17, signatures * (kinds + 1) / 15);
  }

  /**
   * The signatures of one key: fails at the first difference, or returns the number of valid ones.
   */
  private static int verify(SignatureAlgorithm algorithm, long number) {
    long seed = SEED * 1_000_003 + number;
    MutatedSignatures signatures = new MutatedSignatures(algorithm, seed);
    PublicKey key = signatures.publicKey();
    Predicate<byte[]> format = algorithm.family().signatureFormat(key);
    SignatureVerification byTable = TableScene.table(key);
    VerificationKey verificationKey = VerificationKey.of(null, algorithm, key);
    SignatureVerifier byBouncyCastle =
        SignaturePolicy.provider(SigningKey.BCPROV).verifier(verificationKey);
    SignatureVerifier byJdk = SignaturePolicy.provider("SunEC").verifier(verificationKey);
    int valid = 0;
    for (int i = 0; i < EACH; i++) {
      Mutation mutation = Mutation.ALL[i % Mutation.ALL.length];
      if (mutation == Mutation.NONE) {
        signatures.sign();
      }
      MutatedSignatures.Signed signed = signatures.mutated(mutation);
      byte[] message = signed.message();
      byte[] signature = signed.signature();
      boolean verified =
          format.test(signature) && byTable.verify(message, message.length, signature);
      boolean differs = byBouncyCastle.verify(message, signature) != verified;
      // Coprime to the number of mutations, so that the JDK verifies some of each.
      if (!differs && Math.floorMod(i + i / Mutation.ALL.length + seed, JDK_EVERY) == 0) {
        differs = byJdk.verify(message, signature) != verified;
      }
      if (differs) {
        throw new AssertionError(
            algorithm
                + (verified ? " accepts, with the seed " : " refuses, with the seed ")
                + seed
                + ", number "
                + i
                + ", "
                + mutation
                + ": "
                + HexFormat.of().formatHex(signature));
      }
      valid += verified ? 1 : 0;
    }
    return valid;
  }
}
