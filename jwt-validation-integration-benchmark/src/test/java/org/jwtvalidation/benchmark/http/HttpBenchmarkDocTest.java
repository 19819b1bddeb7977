package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the options and suites that {@code doc/http-benchmark.adoc} lists. */
class HttpBenchmarkDocTest {

  private static final String OPTION = "load\\.[a-z]+";

  private static List<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .distinct()
        .sorted()
        .toList();
  }

  @Test
  void listsTheOptionsThatTheBuildPassesOnAndTheHarnessReads() throws IOException {
    List<String> passedOn = found("<argument>-D(" + OPTION + ")=", Path.of("../pom.xml"));

    assertThat(found("^\\|`(" + OPTION + ")`", Path.of("../doc/http-benchmark.adoc")))
        .isEqualTo(passedOn);
    assertThat(
            found(
                "\"(" + OPTION + ")\"",
                Path.of("src/main/java/org/jwtvalidation/benchmark/http/HttpOptions.java")))
        .isEqualTo(passedOn);
  }

  @Test
  void listsTheSuites() throws IOException {
    assertThat(found("^\\|`([a-z]+)`$", Path.of("../doc/http-benchmark.adoc")))
        .containsExactlyElementsOf(
            Stream.of(HttpSuite.values()).map(HttpSuite::toString).sorted().toList());
  }
}
