// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the options and suites that {@code doc/inside/http-benchmark.adoc} lists. */
class HttpBenchmarkDocTest {

  private static final String OPTION = "load\\.[a-z]+";

  @TempDir private Path folder;

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
  void listsTheOptionsThatTheHarnessReads() throws IOException {
    assertThat(found("^\\|`(" + OPTION + ")`", Path.of("../doc/inside/http-benchmark.adoc")))
        .isEqualTo(
            found(
                "\"(" + OPTION + ")\"",
                Path.of("src/main/java/org/jwtvalidation/benchmark/http/HttpOptions.java")));
  }

  @Test
  void listsTheMarksThatRemoveAnAnswer() throws IOException {
    assertThat(
            found("^\\|`([A-Za-z ]+)`(?: \\*)? \\|", Path.of("../doc/inside/http-benchmark.adoc")))
        .containsExactly(
            "MACHINE BUSY",
            "NOT LEVEL",
            "UNCERTAIN",
            "another service",
            "busy generator",
            "idle processors",
            "not kept");
  }

  @Test
  void showsHowADefinitionNamesOtherMachines() throws IOException {
    String doc = Files.readString(Path.of("../doc/inside/http-benchmark.adoc"));
    String agents = doc.substring(doc.indexOf("\nagents:\n"), doc.lastIndexOf("\n----"));
    LoadDefinition definition =
        new LoadDefinition(
            "layers",
            URI.create("http://orders.example:8080/orders"),
            200,
            Path.of("valid.tokens"),
            Load.open(10_000, 50),
            60);
    Path file = Files.writeString(folder.resolve("layers.hf.yaml"), definition.yaml() + agents);
    Files.writeString(folder.resolve("valid.tokens"), "a.b.c\n");

    assertThat(LoadGenerator.parse(file).agents())
        .extracting(agent -> agent.name)
        .containsExactly("one", "two");
  }

  @Test
  void listsTheSuites() throws IOException {
    assertThat(found("^\\|`([a-z]+)`$", Path.of("../doc/inside/http-benchmark.adoc")))
        .containsExactlyElementsOf(
            Stream.of(HttpSuite.values()).map(HttpSuite::toString).sorted().toList());
  }
}
