// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.redis.Circuit.Permit.PROBE;
import static org.jwtvalidation.redis.Circuit.Permit.USUAL;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitTest {

  // So that it overflows during the test.
  private long now = Long.MAX_VALUE - 500;
  private final Circuit circuit = new Circuit(3, Duration.ofNanos(1000), () -> now);

  private void open() {
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.failed(USUAL)).isTrue();
  }

  @Test
  void admitsCallsUntilSeveralInARowHaveFailed() {
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.succeeded(USUAL)).isFalse();
    assertThat(circuit.admit()).isEqualTo(USUAL);
    assertThat(circuit.untilProbe()).isZero();

    open();

    assertThat(circuit.admit()).isNull();
    assertThat(circuit.untilProbe()).isEqualTo(Duration.ofNanos(1000));
  }

  @Test
  void admitsOneCallAfterEachPause() {
    open();

    now += 999;
    assertThat(circuit.admit()).isNull();
    now += 1;
    assertThat(circuit.admit()).isEqualTo(PROBE);
    assertThat(circuit.admit()).isNull();
    now += 5000;
    assertThat(circuit.admit()).as("while the other is under way").isNull();
    assertThat(circuit.untilProbe()).isZero();
    assertThat(circuit.failed(PROBE)).isFalse();
    assertThat(circuit.admit()).isNull();
    now += 1000;
    assertThat(circuit.admit()).isEqualTo(PROBE);
    assertThat(circuit.succeeded(PROBE)).isTrue();
    assertThat(circuit.admit()).isEqualTo(USUAL);
  }

  @Test
  void takesNoNoticeOfLateAnswersToCallsFromBefore() {
    open();

    now += 1000;
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.succeeded(USUAL)).isFalse();
    assertThat(circuit.admit()).isEqualTo(PROBE);
    assertThat(circuit.failed(USUAL)).isFalse();
    assertThat(circuit.admit()).isNull();
  }
}
