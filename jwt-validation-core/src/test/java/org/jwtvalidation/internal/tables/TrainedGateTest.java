// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;

/** When the training of a key opens the gate for all keys of its algorithm. */
class TrainedGateTest {

  private static final SignatureVerification VALID = (octets, length, signature) -> true;

  private static TableMaker tables(TableGain gain) {
    CrossCheck unchecked = new CrossCheck(check -> {}, Runnable::run);
    return new TableMaker(key -> VALID, KnownAnswer.ES256, gain, Runnable::run, unchecked);
  }

  private static UpgradingVerification key(TableMaker tables) {
    return new UpgradingVerification(
        SigningKey.shared(SignatureAlgorithm.ES256).publicKey(),
        tables,
        new TableBudget(TableBudget.DEFAULT_OCTETS),
        VALID);
  }

  private static ColdGate afterTraining(TableGain gain) {
    TableMaker tables = tables(gain);
    key(tables).train().join();
    return tables.gate();
  }

  @Test
  void isOverWhereNoThreadCanBeStarted() {
    TableMaker tables = tables(TableGain.CERTAIN);
    assertThat(
            tables.train(
                key(tables),
                work -> {
                  throw new OutOfMemoryError("unable to create native thread");
                }))
        .isCompleted();
    assertThat(tables.gate().isOpen()).isFalse();
  }

  @Test
  void opensWhereTablesVerify() {
    assertThat(afterTraining(TableGain.CERTAIN).isOpen()).isTrue();
  }

  @Test
  void staysClosedWhereTheJdkVerifiesAsFast() {
    assertThat(afterTraining((key, uses) -> TableGain.Answer.NO).isOpen()).isFalse();
  }
}
