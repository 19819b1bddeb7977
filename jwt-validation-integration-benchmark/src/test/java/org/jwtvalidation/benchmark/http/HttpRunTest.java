// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.run.GivenOptions;

@Tag("system")
class HttpRunTest {

  private static final String HEADER = "Layers .*CACHED.* HEADER, closed loop";

  @TempDir private Path folder;

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();
  private final List<String> reported = new ArrayList<>();

  private List<String> run(String rows) throws IOException {
    return run("layers", rows);
  }

  private List<String> run(String suite, String rows) throws IOException {
    HttpOptions options =
        HttpOptions.of(
            new GivenOptions(
                Map.of("load.suite", suite, "load.include", rows, "load.quick", "true")));
    HttpRun run =
        new HttpRun(
            options,
            folder.resolve("services"),
            Processors.shared(),
            folder.resolve("results"),
            new PrintStream(console));
    run.execute(HttpPlan.of(options), (taken, planned) -> reported.add(taken + " of " + planned));
    return List.copyOf(run.failures().values());
  }

  @Test
  void failsARunWhoseServiceAcceptsARequestWithoutAToken() throws IOException {
    OpenService.packageIn(folder.resolve("services"));

    assertThat(run(HEADER))
        .singleElement()
        .asString()
        .endsWith("a request of the kind MISSING must be answered with 401, and is with 200");
    assertThat(console.toString(UTF_8))
        .contains(
            "start of PLAIN JWT_VALIDATION_CACHED RS256 FAILED: a request of the kind MISSING");
    assertThat(reported).containsExactly("1 of 2", "2 of 2");
    assertThat(folder.resolve("results/jmh-result.json")).doesNotExist();
  }

  @Test
  void failsARowWhoseServiceEndsAsItsAccountsAreRead() throws IOException {
    OpenService.packageIn(folder.resolve("services"), CheckingService.class);

    assertThat(run("Layers .*CACHED.* VALID, closed loop")).hasSize(1);
    assertThat(console.toString(UTF_8)).contains("VALID, closed loop, 50 connections FAILED: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"StartUp", "FirstSeconds"})
  void failsAStartOfAServiceThatAcceptsARequestWithoutAToken(String start) throws IOException {
    OpenService.packageIn(folder.resolve("services"));

    assertThat(run("startup", start + " PLAIN JWT_VALIDATION RS256"))
        .containsOnly("a request of the kind MISSING must be answered with 401, and is with 200");
  }

  @Test
  void measuresTheStartOfAService() throws IOException {
    OpenService.packageIn(folder.resolve("services"), CheckingService.class);

    assertThat(run("startup", "StartUp PLAIN JWT_VALIDATION RS256")).isEmpty();

    assertThat(Files.readString(folder.resolve("results/jmh-result.json")))
        .contains("StartUpBenchmark.valid");
  }

  @Test
  void measuresTheFirstSecondsOfAServiceThatIsNotWarmedUp() throws IOException {
    OpenService.packageIn(folder.resolve("services"), CheckingService.class);

    assertThat(run("startup", "FirstSeconds PLAIN JWT_VALIDATION RS256")).isEmpty();

    assertThat(console.toString(UTF_8)).contains("first seconds at 1000 a second", "P99");
    assertThat(Files.readString(folder.resolve("results/jmh-result.json")))
        .contains("FirstSecondsBenchmark.valid", "\"99.0\"");
  }

  @Test
  void failsTheFirstSecondsOfAServiceThatDoesNotStart() throws IOException {
    packageWhatIsNoService();

    assertThat(run("startup", "FirstSeconds PLAIN JWT_VALIDATION_WARMED_UP"))
        .singleElement()
        .asString()
        .contains("the service has ended: see ");
  }

  @Test
  void failsARunWhoseServiceEnds() throws IOException {
    packageWhatIsNoService();

    assertThat(run(HEADER)).singleElement().asString().contains("the service has ended: see ");
  }

  private void packageWhatIsNoService() throws IOException {
    OpenService.packageIn(folder.resolve("services"));
    Files.write(
        folder.resolve("services").resolve(Service.PLAIN.jar()), new byte[] {'P', 'K', 5, 6});
  }

  @Test
  void failsEachRowOfAServiceThatIsRefused() throws IOException {
    OpenService.packageIn(folder.resolve("services"));

    assertThat(run("Layers .*CACHED.* closed loop")).hasSize(5);
  }
}
