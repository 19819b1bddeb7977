// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the links of the manual, and what it repeats of other files. */
@Tag("jdk-independent")
class ManualLinksTest {

  private static final Pattern LINK = Pattern.compile("(?:link|xref):([^\\s\\[]+)\\[");

  private static final Pattern ANCHOR_REFERENCE = Pattern.compile("<<([\\w-]+)(?:,[^>]*)?>>");

  @Test
  void linksToWhatIsThere() {
    for (Path page : Project.pages()) {
      String text = Project.text(page);
      for (String link : Project.matches(LINK, text)) {
        if (!link.contains("://")) {
          String[] parts = link.split("#", 2);
          Path target = page.resolveSibling(parts[0]).normalize();
          assertThat(target).as("link in %s", page).exists();
          if (parts.length == 2) {
            assertThat(Project.text(target))
                .as("target of %s", link)
                .contains("[#" + parts[1] + "]");
          }
        }
      }
      for (String anchor : Project.matches(ANCHOR_REFERENCE, text)) {
        assertThat(text).as("anchors of %s", page).contains("[#" + anchor + "]");
      }
    }
  }

  @Test
  void linksToEveryPage() {
    // Every reader begins here.
    Set<Path> linked = new LinkedHashSet<>(Set.of(Project.file("README.adoc")));
    for (Path page : Project.pages()) {
      for (String link : Project.matches(LINK, Project.text(page))) {
        linked.add(page.resolveSibling(link.split("#", 2)[0]).normalize());
      }
    }

    assertThat(linked).containsAll(Project.pages());
  }

  @Test
  void showsTheCommandsOfTheImages() throws IOException {
    String page = Project.text(Project.file("doc/first-request.adoc"));
    Set<String> shown = new LinkedHashSet<>(page.lines().toList());
    for (String example : List.of("plain-http", "spring-boot", "quarkus")) {
      for (String line :
          Files.readAllLines(Project.file("examples").resolve(example).resolve("Dockerfile"))) {
        if (line.startsWith("RUN")) {
          // The image of the plain service has to stop it.
          String command = line.replaceFirst("RUN (timeout \\d+ )?", "").split(";", 2)[0];
          assertThat(shown).as("commands of %s", example).contains(command);
        } else if (line.startsWith("ENTRYPOINT")) {
          String command = String.join(" ", Project.matches(Pattern.compile("\"([^\"]*)\""), line));
          assertThat(page).as("commands of %s", example).contains("\n" + command);
        }
      }
    }
  }

  @Test
  void listsEveryDecision() throws IOException {
    // A link elsewhere on the page does not count.
    String list =
        Project.text(Project.file("doc/inside/architecture.adoc")).split("\\[#decisions]\n", -1)[1];

    try (Stream<Path> decisions = Files.list(Project.file("doc/inside/adr"))) {
      assertThat(Project.matches(LINK, list))
          .containsExactlyElementsOf(
              decisions.map(page -> "adr/" + page.getFileName()).sorted().toList())
          .isNotEmpty();
    }
  }
}
