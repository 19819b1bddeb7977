// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

@Tag("jdk-independent")
class RowResultsTest {

  private final RowResults row = new RowResults();

  private static MachineUse beside(double percent) {
    return new MachineUse(OptionalDouble.of(percent), 2);
  }

  private static RunResult jvm() {
    return new RunResult(null, List.of(new BenchmarkResult(null, List.of())));
  }

  @Test
  void findsTheJvmThatOtherProgramsDisturbedMost() {
    row.add(jvm(), beside(3));
    assertThat(row.mostDisturbed()).isEqualTo(-1);

    row.add(jvm(), beside(31));
    row.add(jvm(), beside(47));
    row.add(jvm(), beside(20));

    assertThat(row.mostDisturbed()).isEqualTo(2);
    assertThat(row.percentOfOthers()).isEqualTo(47);
  }

  @Test
  void takesAQuieterJvmInThePlaceOfADisturbedOneAndNoOther() {
    row.add(jvm(), beside(47));
    row.add(jvm(), beside(3));
    RunResult quieter = jvm();

    row.replaceIfQuieter(0, jvm(), beside(60));
    assertThat(row.percentOfOthers()).isEqualTo(47);

    row.replaceIfQuieter(0, quieter, beside(2));
    assertThat(row.mostDisturbed()).isEqualTo(-1);
    assertThat(row.count()).isEqualTo(2);
    assertThat(row.together().getBenchmarkResults())
        .hasSize(2)
        .first()
        .isSameAs(quieter.getBenchmarkResults().iterator().next());
  }

  @Test
  void describesTheMachineAsFarAsItIsKnown() {
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    row.add(jvm(), beside(47));
    row.add(jvm(), beside(3));
    row.describeMachine(known);
    assertThat(known)
        .hasToString(
            """
            {"machine":{"otherProgramsPercent":47.0,"throttledPeriods":4}}\
            """);

    ObjectNode unknown = JsonNodeFactory.instance.objectNode();
    RowResults elsewhere = new RowResults();
    elsewhere.add(jvm(), new MachineUse(OptionalDouble.empty(), 0));
    elsewhere.describeMachine(unknown);
    assertThat(unknown).hasToString("{\"machine\":{\"throttledPeriods\":0}}");
    assertThat(elsewhere.mostDisturbed()).isEqualTo(-1);
  }
}
