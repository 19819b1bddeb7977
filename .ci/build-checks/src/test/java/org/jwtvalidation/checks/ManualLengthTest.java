// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A manual that grows is read less. A new page makes room for itself. */
@Tag("jdk-independent")
class ManualLengthTest {

  private static final int WORDS_FOR_USERS = 22_000;

  private static final int WORDS_FOR_MAINTAINERS = 14_000;

  private static final Path INSIDE = Project.file("doc/inside");

  /** Code, figures and the targets of links. */
  private static final Pattern NOT_READ =
      Pattern.compile("(?ms)^----$.*?^----$|\\[figure]#[^#]*#|link:[^\\s\\[]+");

  private static final Pattern WORD = Pattern.compile("(\\p{L}[\\p{L}’'-]+)");

  @Test
  void isShortForUsers() {
    assertThat(words(false)).isBetween(1_000, WORDS_FOR_USERS);
  }

  @Test
  void isShortForMaintainers() {
    assertThat(words(true)).isBetween(1_000, WORDS_FOR_MAINTAINERS);
  }

  private static int words(boolean inside) {
    return Project.pages().stream()
        .filter(page -> page.startsWith(Project.file("doc")) && page.startsWith(INSIDE) == inside)
        .mapToInt(page ->
            Project.matches(WORD, NOT_READ.matcher(Project.text(page)).replaceAll(" ")).size())
        .sum();
  }
}
