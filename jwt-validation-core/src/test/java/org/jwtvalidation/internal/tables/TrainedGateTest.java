// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SigningKey;

/** When the training of a key opens the gate for all keys of its algorithm. */
class TrainedGateTest {

  private static ColdGate afterTraining(TableGain gain) {
    SignatureVerification valid = (octets, length, signature) -> true;
    CrossCheck unchecked = new CrossCheck(check -> {}, Runnable::run);
    TableMaker tables =
        new TableMaker(key -> valid, KnownAnswer.ES256, gain, Runnable::run, unchecked);
    new UpgradingVerification(
            SigningKey.shared(SignatureAlgorithm.ES256).publicKey(),
            tables,
            new TableBudget(TableBudget.DEFAULT_OCTETS),
            valid)
        .train()
        .join();
    return tables.gate();
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
