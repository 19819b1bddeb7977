// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpectedValuesTest {

  @Test
  void namesValuesInOrder() {
    assertThat(new ExpectedValues(Set.of("b", "a", "c"))).hasToString("one of [a, b, c]");
    assertThat(new ExpectedValues(Set.of())).hasToString("one of []");
  }

  @Test
  void namesNoMoreThanALogCanTake() {
    Set<String> many =
        IntStream.range(1000, 6000).mapToObj(String::valueOf).collect(Collectors.toSet());

    assertThat(new ExpectedValues(many))
        .asString()
        .startsWith("one of [1000, ")
        .endsWith(", 1019, ... of 5000]");
  }

  @Test
  void namesAllIfALogCanTakeThem() {
    Set<String> twenty =
        IntStream.range(10, 30).mapToObj(String::valueOf).collect(Collectors.toSet());

    assertThat(new ExpectedValues(twenty))
        .asString()
        .startsWith("one of [10, ")
        .endsWith(", 28, 29]");
  }

  @Test
  void namesTheAudiencesOfBothRules() {
    assertThat(new AudienceRule(Set.of("a", "b"), Set.of())).hasToString("one of [a, b]");
    assertThat(new AudienceRule(Set.of(), Set.of("c", "d"))).hasToString("all of [c, d]");
    assertThat(new AudienceRule(Set.of(), Set.of(), true)).hasToString("none");
    assertThat(new AudienceRule(Set.of("a"), Set.of("c"))).hasToString("one of [a] and all of [c]");
  }
}
