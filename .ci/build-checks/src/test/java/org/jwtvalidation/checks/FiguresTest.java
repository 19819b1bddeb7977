// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measured figures have one home; decision records and reports have those of their day. */
@Tag("jdk-independent")
class FiguresTest {

  private static final Path HOME = Project.file("doc/inside/figures.adoc");

  private static final List<Path> RECORDS =
      List.of(Project.file("doc/inside/adr"), Project.file("doc/inside/reports"));

  private static final Pattern MARKED = Pattern.compile("\\[figure]#([^#]+)#");

  /** Settings and limits are whole numbers. */
  private static final Pattern MEASURED_TIME =
      Pattern.compile("(\\d+\\.\\d+ (?:ns|µs|ms|nanoseconds|microseconds|milliseconds)\\b)");

  private static final Pattern ON_PICTURE = Pattern.compile("class=\"v\">([^<]+)<");

  @Test
  void marksFiguresInTheirHome() {
    assertThat(Project.matches(MARKED, Project.text(HOME))).hasSizeGreaterThan(100);
  }

  @Test
  void hasNoFigureElsewhere() {
    for (Path page : Project.pages()) {
      if (!page.equals(HOME) && RECORDS.stream().noneMatch(page::startsWith)) {
        String text = Project.text(page);
        assertThat(Project.matches(MARKED, text)).as("figures in %s", page).isEmpty();
        assertThat(Project.matches(MEASURED_TIME, text)).as("times in %s", page).isEmpty();
      }
    }
  }

  @Test
  void picturesFiguresOfTheirHome() {
    List<String> pictured =
        Project.matches(ON_PICTURE, Project.text(Project.file("doc/images/speed.svg")));

    assertThat(pictured).hasSizeGreaterThan(10);
    assertThat(Project.matches(MARKED, Project.text(HOME))).containsAll(pictured);
  }
}
