// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmFlagsTest {

  @Test
  void touchesEachPageOfTheHeapBeforeARow() {
    assertThat(JvmFlags.of(List.of("-Da=b"), List.of("-XX:-UseFMA")))
        .containsExactly("-Da=b", "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:-UseFMA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-Xmx256m", "-Xms2g", "-XX:MaxHeapSize=256m", "-XX:MaxRAMPercentage=10.0"})
  void leavesTheHeapToAnotherFlag(String flag) {
    assertThat(JvmFlags.of(List.of(flag), List.of())).containsExactly(flag);
    assertThat(JvmFlags.of(List.of(), List.of(flag))).containsExactly(flag);
  }

  @Test
  void ignoresUnknownFlagsOnlyWithoutFlagsOfTheRow() {
    String lenient = "-XX:+IgnoreUnrecognizedVMOptions";

    assertThat(JvmFlags.of(List.of(lenient), List.of())).contains(lenient);
    assertThat(JvmFlags.of(List.of(lenient), List.of("-XX:-UseFMA"))).doesNotContain(lenient);
  }
}
