// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jfr.Recorded;
import org.jwtvalidation.testkit.TestIssuer;

class JfrCommandTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return JfrCommand.run(
        List.of(args), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private Path recording() throws IOException {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
                .monitor(new JfrMonitor())
                .build()) {
      String token = issuer.token().compact();
      return Recorded.into(
          folder.resolve("service.jfr"),
          Map.of(
              "jwt.TokenValidation#enabled", "true",
              "jwt.TokenValidation#threshold", "0 ns",
              "jdk.CPULoad#enabled", "true",
              "jdk.CPULoad#period", "everyChunk"),
          () -> {
            for (int i = 0; i < 150; i++) {
              validator.validate(token);
            }
            assertThat(validator.tryValidate("a.b.c").isAccepted()).isFalse();
          });
    }
  }

  @Test
  void reportsOnARecording() throws IOException {
    Path json = folder.resolve("service.json");

    Path recording = recording();
    assertThat(run("analyze", recording.toString(), json.toString())).isZero();

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(out.toString(UTF_8))
        .contains("recording: 151 validations, {ACCEPTED=150, REJECTED=1}")
        .contains("98.7 % cached, up to 1 at once, P99/P50 ")
        .containsPattern("SIGNATURE_VALIDATION +1 ")
        .containsPattern("TOKEN_PARSING +2 ")
        .containsPattern("COMPLETE_VALIDATION +151 ")
        .containsPattern("processor load of the machine +\\d")
        .containsPattern("P99.9 and beyond: \\d validations of \\d.* to \\d.*\\. Causes, by share");
    assertThat(Files.readString(json))
        .startsWith("{\"recording\":{\"outcomes\":{\"ACCEPTED\":150,\"REJECTED\":1}")
        .contains("\"COMPLETE_VALIDATION\":{\"count\":151,\"p50\":")
        .containsPattern("\"COMPLETE_VALIDATION\":\\{[^}]*\"variationOfSeconds\":[0-9.E-]+}}")
        .containsPattern(
            "\"percentiles\":\\{\"50\":\\d+,\"90\":\\d+,\"95\":\\d+,\"99\":\\d+,\"99.5\":\\d+,"
                + "\"99.9\":\\d+,\"99.95\":\\d+,\"99.99\":\\d+,\"99.999\":\\d+,\"100\":\\d+}")
        .containsPattern(
            "\"seconds\":\\{\"\\d+\":\\{\"count\":\\d+,\"p50\":\\d+,\"p99\":\\d+,\"max\":\\d+,"
                + "\"mean\":[0-9.E]+,\"byPowerOfTwo\":\\{\"\\d+\":\\d+")
        .containsPattern("\"bands\":\\[\\{\"from\":99.+\"causes\":\\{\"UNKNOWN\":1.0}")
        .contains("\"slowest\":[{")
        .endsWith("}}")
        .isEqualTo(RecordingReport.of(recording).json());
  }

  @Test
  void printsTheShippedSettings() {
    assertThat(run("settings")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("<?xml").contains("jwt.TokenValidation");
  }

  @Test
  void explainsErrorsInOneLine() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("analyse", "x.jfr")).isEqualTo(2);
    assertThat(run("analyze", folder.resolve("missing.jfr").toString())).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "no command given; write analyze RECORDING, analyze RECORDING JSON-FILE, or settings",
            "analyse x.jfr is not a command; write analyze RECORDING, analyze RECORDING JSON-FILE, or"
                + " settings",
            folder.resolve("missing.jfr")
                + " is not a file; choose a recording, as JFR.dump writes it");
  }

  @Test
  void overwritesNoRecording() throws IOException {
    Path recording = recording();
    byte[] other = Files.readAllBytes(recording);
    Path second = Files.write(folder.resolve("second.jfr"), other);

    assertThat(run("analyze", recording.toString(), second.toString())).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(second + " is a recording; choose another file for the JSON text");
    assertThat(second).hasBinaryContent(other);

    Path json = Files.writeString(second, "FL");
    assertThat(run("analyze", recording.toString(), json.toString())).isZero();
    assertThat(json).content().startsWith("{");
  }

  @Test
  void explainsThatTheMemoryIsExhausted() {
    PrintStream exhausted =
        new PrintStream(out, true, UTF_8) {
          @Override
          public void print(String text) {
            throw new OutOfMemoryError();
          }
        };

    assertThat(JfrCommand.run(List.of("settings"), exhausted, new PrintStream(err, true, UTF_8)))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("the heap is too small; run java with a larger one, as by -Xmx1g");
  }

  @Test
  void failsIfItsOutputIsLost() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("no space left on device");
          }
        };

    assertThat(
            JfrCommand.run(
                List.of("settings"),
                new PrintStream(full, true, UTF_8),
                new PrintStream(err, true, UTF_8)))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "standard output cannot be written; choose a file or a program that takes it");
  }

  @Test
  void escapesJson() throws IOException {
    StringBuilder text = new StringBuilder();
    Supplier<Object> later = () -> Map.of(7, 8L);
    Json.write(
        Map.of("a\"\\\n", List.of(1L, 0.5, Double.NaN, Map.of(), List.of(), "é", later)), text);
    assertThat(text).hasToString("{\"a\\\"\\\\\\u000a\":[1,0.5,null,{},[],\"é\",{\"7\":8}]}");
  }
}
