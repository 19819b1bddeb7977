// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.benchmark.run.GivenOptions;

/** Runs the command with this library, and without the programs of other languages. */
@Tag("system")
class ComparisonCommandTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @Test
  void comparesWhatThisMachineHasAndSaysWhatItLacks() throws IOException {
    int status =
        execute(
            Map.of(
                "jmh.quick", "true",
                "jmh.include", "ES256 one-key",
                "benchmark.jdks", System.getProperty("java.home")));

    assertThat(errors.toString(UTF_8)).isEmpty();
    assertThat(status).isZero();
    assertThat(printed.toString(UTF_8))
        .contains("absent: there is no folder")
        .contains("[1/1, 0 %")
        .contains(
            "ES256, one key, BARE verifications, times a whole validation by jwt-validation on")
        .contains("QUICK RUN")
        .contains("Not measured: openssl (absent: there is no folder");
    JsonNode environment = json("environment.json");
    assertThat(environment.at("/programs").fieldNames())
        .toIterable()
        .containsExactly("java-" + Runtime.version().feature());
    assertThat(environment.at("/outcomes/aws-lc").asText()).startsWith("absent: ");
    assertThat(json("jmh-result.json"))
        .extracting(row -> row.at("/params/peer").asText())
        .contains("JWT_VALIDATION", "JDK", "BOUNCYCASTLE");
    assertThat(folder.resolve("results/report.html")).content().contains("Native code");
    assertThat(folder.resolve("results/native.svg")).doesNotExist();
  }

  @Test
  void refusesAPatternThatMatchesNoTableBeforeItBuilds() throws IOException {
    assertThat(execute(Map.of("jmh.include", "HS256"))).isEqualTo(2);
    assertThat(errors.toString(UTF_8))
        .isEqualTo(
            "jmh.include: HS256 is not understood; choose part of a name such as \"ES256 one-key\"\n");
    assertThat(printed.toString(UTF_8)).doesNotContain("Building");
  }

  @Test
  void refusesAFolderThatIsNoJdk() throws IOException {
    assertThat(execute(Map.of("benchmark.jdks", folder.toString()))).isEqualTo(2);
    assertThat(errors.toString(UTF_8))
        .startsWith("benchmark.jdks: " + folder + " is no JDK; ")
        .hasLineCount(1);
  }

  @Test
  void refusesAnOptionOfOtherSuites() throws IOException {
    assertThat(execute(Map.of("jmh.threads", "2"))).isEqualTo(2);
    assertThat(errors.toString(UTF_8)).startsWith("jmh.threads: there is no such option");
  }

  private int execute(Map<String, String> options) throws IOException {
    Map<String, String> all = new HashMap<>(options);
    all.put("jmh.suite", "native");
    all.put("benchmark.results", folder.resolve("results").toString());
    all.put("benchmark.programs", folder.resolve("programs").toString());
    return new ComparisonCommand(
            new GivenOptions(all),
            new PrintStream(printed, true, UTF_8),
            new PrintStream(errors, true, UTF_8))
        .execute();
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(folder.resolve("results").resolve(file)));
  }
}
