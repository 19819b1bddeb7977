// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The tests that a page of the documentation names, as `ThisTest.doesThat`. */
final class NamedTests {

  private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  private NamedTests() {}

  /** Asserts that each named test exists, and returns their number. */
  static int assertExist(String text) throws IOException {
    List<MatchResult> named = NAMED_TEST.matcher(text).results().toList();
    List<Path> tests = Project.tests();
    for (MatchResult test : named) {
      assertThat(Files.readString(source(test.group(1), tests)))
          .as("source of %s", test.group(1))
          .contains("void " + test.group(2) + "(");
    }
    return named.size();
  }

  private static Path source(String testClass, List<Path> tests) {
    return tests.stream()
        .filter(file -> file.endsWith(testClass + ".java"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no test " + testClass));
  }
}
