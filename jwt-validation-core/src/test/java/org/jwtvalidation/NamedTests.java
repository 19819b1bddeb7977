package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tests that a page of the documentation names, as `ThisTest.doesThat`. */
public final class NamedTests {

  private static final Path SOURCES = Path.of("src/test/java");
  private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  private NamedTests() {}

  /** Asserts that each named test exists, and returns their number. */
  public static int assertExist(String text) throws IOException {
    List<MatchResult> named = NAMED_TEST.matcher(text).results().toList();
    for (MatchResult test : named) {
      assertThat(Files.readString(source(test.group(1))))
          .as("source of %s", test.group(1))
          .contains("void " + test.group(2) + "(");
    }
    return named.size();
  }

  private static Path source(String testClass) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.getFileName().toString().equals(testClass + ".java"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no test " + testClass));
    }
  }
}
