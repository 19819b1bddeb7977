// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PredecessorTest {

  @Test
  void isMeasuredFromJava21On() {
    assertThat(List.of(PeerRs256UnderLoadBenchmark.available()).contains(Predecessor.ROW))
        .isEqualTo(Runtime.version().feature() >= 21);
  }
}
