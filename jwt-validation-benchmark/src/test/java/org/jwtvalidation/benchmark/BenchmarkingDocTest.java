// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the options and suites that {@code doc/inside/benchmarking.adoc} lists. */
class BenchmarkingDocTest {

  private static final String OPTION =
      "(?:jmh|workload|warmup|measurement|benchmark|profile(?=\\.results))\\.[a-zA-Z.]+";

  @Test
  void listsTheOptionsThatTheHarnessReads() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files =
        Files.list(Path.of("src/main/java/org/jwtvalidation/benchmark/run"))) {
      for (Path file : files.toList()) {
        sources.append(read(file));
      }
    }
    Set<String> read = found("\"(" + OPTION + ")\"", sources.toString());
    // The folder of each profile.
    read.addAll(found("<argument>-D[^=]+=\\$\\{(" + OPTION + ")}", read(Path.of("pom.xml"))));

    assertThat(found("`(" + OPTION + ")`", section("== Options"))).isEqualTo(read);
  }

  @Test
  void listsTheSuitesThatThereAre() throws IOException {
    Set<String> suites = new TreeSet<>();
    try (Stream<Path> folders =
        Files.list(Path.of("src/main/java/org/jwtvalidation/benchmark/suite"))) {
      folders
          .filter(Files::isDirectory)
          .forEach(folder -> suites.add(folder.getFileName().toString()));
    }
    // The suite that has a command of its own.
    suites.addAll(
        found("<name>jmh.suite</name>\\s*<value>([a-z]+)</value>", read(Path.of("pom.xml"))));

    assertThat(found("(?m)^\\|`([a-z0-9]+)`$", section("== The suites"))).isEqualTo(suites);
  }

  @Test
  void listsTheOptionsOfTheComparisonWithNativeCode() throws IOException {
    Set<String> read =
        found(
            "\"(" + OPTION + ")\"",
            read(
                Path.of(
                    "src/main/java/org/jwtvalidation/benchmark/comparison/ComparisonCommand.java")));
    read.removeAll(Set.of("jmh.suite", "benchmark.results"));

    assertThat(found("(?m)^\\|`(" + OPTION + ")`", read(Path.of("native/README.adoc"))))
        .isEqualTo(read);
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String section(String heading) throws IOException {
    String page = read(Path.of("../doc/inside/benchmarking.adoc"));
    int begin = page.indexOf("\n" + heading + "\n");
    int end = page.indexOf("\n== ", begin + heading.length());
    return page.substring(begin, end < 0 ? page.length() : end);
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }
}
