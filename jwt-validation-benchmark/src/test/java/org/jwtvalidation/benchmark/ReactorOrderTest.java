// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that Maven builds nothing beside a measurement, however many modules it builds at a time.
 */
class ReactorOrderTest {

  private static final Path ROOT = Path.of("../pom.xml");

  /** The module that measures by the profile. */
  private static final Map<String, String> MEASURING =
      new TreeMap<>(
          Map.of(
              "benchmark", "jwt-validation-benchmark",
              "benchmark-jfr", "jwt-validation-benchmark",
              "benchmark-http", "jwt-validation-integration-benchmark",
              "benchmark-http-jfr", "jwt-validation-integration-benchmark"));

  /** Each choice of one profile or more. */
  static Stream<Set<String>> choices() {
    String[] all = MEASURING.keySet().toArray(String[]::new);
    return IntStream.range(1, 1 << all.length)
        .mapToObj(choice -> {
          Set<String> chosen = new TreeSet<>();
          IntStream.range(0, all.length)
              .filter(i -> (choice >> i & 1) == 1)
              .forEach(i -> chosen.add(all[i]));
          return chosen;
        });
  }

  @ParameterizedTest
  @MethodSource("choices")
  void buildsEveryModuleBeforeTheMeasuringOneOrAfterIt(Set<String> profiles) throws IOException {
    Reactor reactor = Reactor.read(ROOT, profiles);

    assertThat(profiles)
        .allSatisfy(
            profile -> assertThat(reactor.beside(MEASURING.get(profile))).as(profile).isEmpty());
    assertThat(reactor.waits().keySet())
        .hasSizeGreaterThan(20)
        .allSatisfy(module -> assertThat(reactor.before(module)).doesNotContain(module));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void findsAModuleThatNothingConnectsWithTheMeasurement(Set<String> profiles) throws IOException {
    Reactor reactor = Reactor.read(ROOT, profiles).with("new", Set.of("jwt-validation-parent"));

    assertThat(profiles)
        .allSatisfy(
            profile -> assertThat(reactor.beside(MEASURING.get(profile))).containsExactly("new"));
  }

  @Test
  void knowsEveryProfileThatMeasures() throws IOException {
    assertThat(Reactor.profiles(ROOT))
        .filteredOn(profile -> profile.startsWith("benchmark"))
        .containsExactlyInAnyOrderElementsOf(MEASURING.keySet());
    for (String module : Reactor.read(ROOT, MEASURING.keySet()).waits().keySet()) {
      Path pom = Path.of("..", module, "pom.xml");
      boolean measures = Files.exists(pom) && Files.readString(pom).contains("run-benchmarks");
      assertThat(measures).as(module).isEqualTo(MEASURING.containsValue(module));
    }
  }
}
