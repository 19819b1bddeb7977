// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

  @TempDir private Path folder;

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("environment.json").toFile());
  }

  @Test
  void tellsEveryFactOnEverySystemFromTheBeginning() throws IOException {
    Environment environment = Environment.write(folder, true, Map.of("jmh.quick", "true"));
    for (int time = 0; time < 2; time++) {
      JsonNode facts = json();
      for (String name :
          List.of(
              "date",
              "commit",
              "jdk",
              "vm",
              "os",
              "cpu",
              "memory",
              "boost",
              "governor",
              "frequency",
              "quota")) {
        assertThat(facts.path(name).asText()).as(name).isNotEmpty();
      }
      assertThat(facts.at("/options/jmh.quick").asText()).isEqualTo("true");
      assertThat(facts.path("loadBefore").fieldNames())
          .toIterable()
          .containsExactly("loadAverage", "otherProgramsPercent");
      assertThat(facts.path("loadDuring").fieldNames())
          .toIterable()
          .containsExactly("otherProgramsPercent", "stealPercent", "throttledPeriods");
      for (String load : new String[] {"loadBefore", "loadDuring"}) {
        assertThat(facts.path(load)).allMatch(fact -> fact.isNumber() || !fact.asText().isEmpty());
      }
      assertThat(facts.path("intrinsics")).hasSize(10);
      environment.writeUse();
    }
  }

  @Test
  void tellsTheIntrinsicsOfTheRunningJdk() {
    assertThat(Intrinsics.ofThisJdk().get("UseSHA256Intrinsics")).isIn("true", "false");
    assertThat(
            Intrinsics.among(
                """
                     intx UseAVX     = 2  {ARCH product} {default}
                     bool UseAESIntrinsics  := true {diagnostic} {ergonomic}
                """))
        .hasSize(10)
        .containsEntry("UseAVX", "2")
        .containsEntry("UseAESIntrinsics", "true")
        .containsEntry("UseIntPolyIntrinsics", "unreadable");
  }
}
