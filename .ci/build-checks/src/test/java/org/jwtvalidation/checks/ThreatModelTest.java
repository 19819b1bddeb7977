// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the promises of the security policy with the tests that it names for them. */
@Tag("jdk-independent")
class ThreatModelTest {

  private static final int ATTACKERS = 6;

  /** A promise of one line, and what shows it. */
  private static final Pattern PROMISE =
      Pattern.compile(
          "(?m)^\\|(?!Promise)(.+)\\n\\|((?:`[\\w./-]+`(?: \\+\\n)?)+)$(?=\\n\\n\\||\\n\\|===)");

  private static final Pattern SCRIPT = Pattern.compile("`(\\.ci/[\\w-]+)`");

  private static String model() throws IOException {
    String page = Files.readString(Project.file("SECURITY.adoc"));
    return page.substring(page.indexOf("[#threats]"), page.indexOf("[#verify]"));
  }

  /** The part of each attacker. */
  private static List<String> attackers() throws IOException {
    String[] parts = model().split("(?m)^=== ", -1);
    return List.of(parts).subList(1, parts.length);
  }

  @Test
  void promisesSomethingAgainstEveryAttacker() throws IOException {
    assertThat(attackers()).hasSize(ATTACKERS);
    for (String attacker : attackers()) {
      long rows =
          Arrays.stream(attacker.split("\\n\\n", -1)).filter(row -> row.startsWith("|")).count();
      assertThat(PROMISE.matcher(attacker).results())
          .as("promises against %s", attacker.lines().findFirst().orElseThrow())
          .isNotEmpty()
          .hasSize((int) rows);
    }
  }

  @Test
  void namesWhatShowsEveryPromise() throws IOException {
    int promises = (int) PROMISE.matcher(model()).results().count();

    assertThat(NamedTests.assertExist(model())).isGreaterThan(2 * promises);
    for (MatchResult script : SCRIPT.matcher(model()).results().toList()) {
      assertThat(Project.file(script.group(1))).isExecutable();
      assertThat(Files.readString(Project.file(".ci/run")))
          .containsPattern("(?m)^" + Pattern.quote(script.group(1)) + "( --as-built)?$");
    }
  }
}
