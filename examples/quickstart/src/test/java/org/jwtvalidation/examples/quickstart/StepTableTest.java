// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

class StepTableTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");

  private List<Exhibit> validated(Exhibit... exhibits) {
    StepClock clock = new StepClock();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
            .monitor(clock)
            .build()) {
      for (Exhibit exhibit : exhibits) {
        exhibit.validate(validator, clock, 0);
      }
    }
    return List.of(exhibits);
  }

  @Test
  void hasAColumnForEachStepThatWasTaken() {
    Exhibit good = Exhibit.accepted("good", List.of(issuer.token().compact()));
    Exhibit bad =
        Exhibit.rejected("bad", Reason.UNSECURED_TOKEN, issuer.token().unsecured().compact());
    List<String> lines = new StepTable(validated(good, bad), new Screen(false, false)).lines();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0).strip().split("[ |]+"))
        .containsExactly(
            "token", "answer", "whole", "format", "cache", "parse", "issuer", "config", "header",
            "claims", "key", "verify", "checks", "build", "store");
    assertThat(lines.get(1)).matches("-+\\+-+").hasSameSizeAs(lines.get(0));
    assertThat(lines.get(2)).startsWith(" good   accepted ").hasSameSizeAs(lines.get(0));
    assertThat(lines.get(3)).startsWith(" bad    rejected ").endsWith("  UNSECURED_TOKEN (alg)");
  }

  @Test
  void leavesOutTheStepsThatNoTokenTook() {
    Exhibit bad =
        Exhibit.rejected("bad", Reason.UNSECURED_TOKEN, issuer.token().unsecured().compact());
    String heading = new StepTable(validated(bad), new Screen(true, false)).lines().get(0);
    assertThat(heading).contains("│", "header").doesNotContain("claims", "verify");
  }

  @Test
  void needsTokensThatWereValidated() {
    List<Exhibit> untried = List.of(Exhibit.accepted("new", List.of(issuer.token().compact())));
    assertThatThrownBy(() -> new StepTable(untried, new Screen(true, false)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void hasAWordForEachStep() {
    assertThat(Stream.of(ValidationStep.values()).map(StepTable::heading))
        .doesNotHaveDuplicates()
        .allMatch(heading -> heading.length() <= 6);
  }
}
