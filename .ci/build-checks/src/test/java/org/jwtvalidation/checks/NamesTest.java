// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Types are named by what they are, in the code of all modules that is not a test. */
@Tag("jdk-independent")
class NamesTest {

  /** The role that an API of others names. */
  private static final Set<String> OF_OTHER_APIS =
      Set.of("BearerHandler", "ReadinessHandler", "TestIssuerCustomizerFactory");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)");

  private static final Pattern EMPTY_WORD =
      Pattern.compile(
          "Utils?|Helpers?|Managers?|Handlers?|Factory|Factories|Impls?|Defaults?|Abstract|Base|Common");

  private static final Pattern WORDS = Pattern.compile("([A-Z][a-z0-9]*)");

  @Test
  void namesTypesByWhatTheyAre() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path file : Project.files(".java")) {
      if (!Project.ROOT.relativize(file).toString().contains("src/test")) {
        names.addAll(Project.matches(TYPE, Project.text(file)));
      }
    }

    assertThat(names).hasSizeGreaterThan(500);
    assertThat(names.stream().filter(NamesTest::isEmpty))
        .containsExactlyInAnyOrderElementsOf(OF_OTHER_APIS);
  }

  private static boolean isEmpty(String name) {
    List<String> words = Project.matches(WORDS, name);
    return words.stream().anyMatch(word -> EMPTY_WORD.matcher(word).matches());
  }
}
