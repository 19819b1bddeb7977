// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code mvnw.cmd} runs on Windows only. This is what can be told of it anywhere. */
@Tag("jdk-independent")
class WindowsWrapperTest {

  private static final Pattern LABEL = Pattern.compile("(?m)^:(\\w+)");
  private static final Pattern GOTO = Pattern.compile("\\bgoto :(\\w+)");

  private static final String SCRIPT = Project.text(Project.file("mvnw.cmd"));

  @Test
  void jumpsToPlacesThatAreThereOnce() {
    List<String> labels = Project.matches(LABEL, SCRIPT);

    assertThat(labels).doesNotHaveDuplicates();
    assertThat(Project.matches(GOTO, SCRIPT)).isNotEmpty().isSubsetOf(labels);
  }

  @Test
  void failsAtEachStepOfAFetchWithoutItsResult() {
    assertThat(SCRIPT.lines())
        .contains("if defined MVNW_INSTALLED if not defined MVNW_REPOURL goto :failed")
        .contains("curl -fsSL -o %MVNW_FILE% \"%MVNW_URL%\" || goto :failed")
        .contains("if not exist \"%MVNW_RUN%\" goto :failed");
    assertThat(SCRIPT.lines().filter(line -> line.startsWith("certutil ")))
        .singleElement()
        .asString()
        .contains("\"%MVNW_distributionSha512Sum%\"")
        .endsWith(" || goto :failed");
  }

  @Test
  void runsAnInstalledMavenAtOnePlace() {
    assertThat(SCRIPT.lines().filter(line -> line.startsWith("mvn "))).containsExactly("mvn %*");
  }
}
