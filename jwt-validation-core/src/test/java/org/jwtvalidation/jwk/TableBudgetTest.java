// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.ref.WeakReference;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.internal.arithmetic.Es256Verification;
import org.jwtvalidation.internal.tables.TableBudget;
import org.jwtvalidation.internal.tables.TableState;
import org.jwtvalidation.internal.tables.UpgradingVerification;

class TableBudgetTest {

  private static final int USES = UpgradingVerification.USES_BEFORE_TABLE;

  /** Keys for ES256 whose tables share the memory of {@code tables} of them. */
  private static final class Keys {

    private final List<SigningKey> signers = new ArrayList<>();
    private final List<SignatureVerifier> verifiers = new ArrayList<>();
    private final SignaturePolicy policy;

    Keys(int keys, long octets) {
      policy = SignaturePolicy.fastest().withTableBudget(octets);
      for (int i = 0; i < keys; i++) {
        signers.add(SigningKey.generate(SignatureAlgorithm.ES256));
        verifiers.add(policy.verifier(signers.get(i).verificationKey("k")));
      }
    }

    static Keys of(int keys, int tables) {
      return new Keys(keys, tables * Es256Verification.TABLE_OCTETS);
    }

    void use(int key, int times) {
      TableScene.use(verifiers.get(key), signers.get(key), times);
    }

    void assertHasTable(Boolean... expected) {
      assertThat(verifiers).extracting(TabledKey::has).containsExactly(expected);
    }
  }

  @Test
  void takesTheTableOfTheKeyThatWasUsedLeastRecently() {
    Keys keys = Keys.of(3, 2);
    keys.use(0, USES);
    keys.use(1, USES);
    keys.assertHasTable(true, true, false);
    keys.use(0, 1);
    keys.use(2, USES);
    keys.assertHasTable(true, false, true);
    assertThat(keys.verifiers)
        .extracting(TabledKey::state)
        .containsExactly(TableState.PRESENT, TableState.WITHOUT_ROOM, TableState.PRESENT);

    keys.use(0, 1);
    keys.use(1, USES - 1);
    keys.assertHasTable(true, false, true);
    keys.use(1, 1);
    keys.assertHasTable(true, true, false);
  }

  @Test
  void countsNoForgeryAsAUse() {
    Keys keys = Keys.of(3, 2);
    keys.use(0, USES);
    keys.use(1, USES);
    TableScene.forge(keys.verifiers.get(0), 100);
    keys.use(2, USES);
    keys.assertHasTable(false, true, true);
  }

  /** Nothing is measured, trained or made for a table that would find no room. */
  @ParameterizedTest
  @EnumSource(names = {"RS256", "PS512", "ES256", "ED25519"})
  void leavesKeysAloneWhoseTableIsLargerThanTheBudget(SignatureAlgorithm algorithm) {
    SigningKey signer = SigningKey.shared(algorithm);
    VerificationKey key = signer.verificationKey("k");
    long octets = TableBudget.octets(key.publicKey());
    for (long budget : new long[] {0, octets - 1}) {
      SignatureVerifier verifier = SignaturePolicy.fastest().withTableBudget(budget).verifier(key);
      assertThat(verifier.verification()).isNotInstanceOf(UpgradingVerification.class);
      TableScene.use(verifier, signer, USES);
      assertThat(TabledKey.state(verifier)).isEqualTo(TableState.NONE);
      if (key.publicKey() instanceof RSAPublicKey) {
        assertThat(verifier.train()).as("by modPow, at once").isCompleted();
      } else {
        assertThat(verifier.train()).as("by the provider").isNull();
      }
    }
    assertThat(SignaturePolicy.fastest().withTableBudget(octets).verifier(key).verification())
        .isInstanceOf(UpgradingVerification.class);
  }

  @Test
  void takesTheTablesOfKeysThatAreGoneFirst() throws Exception {
    Keys keys = Keys.of(3, 2);
    keys.use(0, USES);
    keys.use(1, USES);
    keys.use(1, 1);
    keys.use(0, 1);
    keys.verifiers.set(1, keys.verifiers.get(0));
    WeakReference<Object> probe = new WeakReference<>(new Object());
    while (probe.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
    keys.use(2, USES);
    assertThat(TabledKey.has(keys.verifiers.get(0))).isTrue();
    assertThat(TabledKey.has(keys.verifiers.get(2))).isTrue();
  }

  @Test
  void givesAKeyOneTableHoweverOftenItIsMade() {
    Keys keys = Keys.of(2, 2);
    keys.use(0, USES);
    UpgradingVerification key = (UpgradingVerification) keys.verifiers.get(0).verification();
    key.takeTable((octets, length, signature) -> false);
    keys.use(0, 1);
    keys.use(1, USES);
    keys.assertHasTable(true, true);
  }

  /** Tables come and go while all threads verify. */
  @Test
  void answersManyThreadsRightlyWhileTablesComeAndGo() throws Exception {
    Keys keys = Keys.of(6, 2);
    List<FutureTask<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int first = thread;
      threads.add(
          new FutureTask<>(
              () -> {
                for (int turn = 0; turn < 20; turn++) {
                  int key = (first + turn) % 6;
                  keys.use(key, USES / 2);
                  TableScene.forge(keys.verifiers.get(key), 1);
                }
              },
              null));
    }
    threads.forEach(thread -> new Thread(thread).start());
    for (FutureTask<Void> thread : threads) {
      thread.get();
    }
    assertThat(keys.verifiers).filteredOn(TabledKey::has).hasSize(2);
    assertThat(keys.verifiers)
        .filteredOn(verifier -> TabledKey.state(verifier).equals(TableState.WITHOUT_ROOM))
        .hasSize(4);
  }

  @Test
  void isOfOnePolicy() {
    long octets = Es256Verification.TABLE_OCTETS;
    SignaturePolicy policy = SignaturePolicy.fastest().withTableBudget(octets);
    assertThat(policy.tableBudget()).isEqualTo(octets);
    assertThat(policy.usesOwnArithmetic()).isTrue();
    assertThat(SignaturePolicy.fastest().tableBudget()).isEqualTo(64 << 20);
    SignaturePolicy providers = SignaturePolicy.providersOnly().withTableBudget(octets);
    assertThat(providers.usesOwnArithmetic()).isFalse();
    SigningKey signer = SigningKey.generate(SignatureAlgorithm.ES256);
    VerificationKey key = signer.verificationKey("k");
    for (SignaturePolicy each : List.of(policy, policy.withTableBudget(octets))) {
      SignatureVerifier verifier = each.verifier(key);
      TableScene.use(verifier, signer, USES);
      assertThat(TabledKey.has(verifier)).isTrue();
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.withTableBudget(-1))
        .withMessageContaining("tableBudget: -1 is negative");
  }

  @ParameterizedTest
  @EnumSource(names = {"ES256", "ED25519", "RS256"})
  void countsTheOctetsOfATable(SignatureAlgorithm algorithm) {
    long octets = TableBudget.octets(SigningKey.shared(algorithm).publicKey());
    assertThat(octets >> 10)
        .isEqualTo(
            switch (algorithm) {
              case ES256 -> 145;
              case ED25519 -> 216;
              default -> 16;
            });
  }
}
