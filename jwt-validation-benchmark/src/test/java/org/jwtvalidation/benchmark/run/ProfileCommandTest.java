// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs and records real rows, as short as possible. */
@Tag("system")
@Timeout(600)
class ProfileCommandTest {

  @TempDir private Path parent;
  private Path folder;

  private String printed = "";

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(parent.resolve("results, all of them"));
  }

  @Test
  void recordsAndAnalyzesEachRow() throws Exception {
    Path recordings = Files.createDirectories(folder.resolve("profiles"));
    Files.writeString(recordings.resolve("7.jfr"), "of an earlier run");
    Files.writeString(recordings.resolve("mine.jfr"), "not of a run");
    Files.writeString(folder.resolve("profiles.json"), "[7]");

    int status =
        executeInAJvmOfItsOwn(
            "-Djmh.quick=true",
            "-Djmh.include=LatencyProfile.validate",
            "-Djmh.params=executor=PLATFORM;gate=none;load=MIXED;cpuTime=false");

    assertThat(status).as(printed).isZero();
    assertThat(printed).contains("[1/1, 0 %").contains("LatencyProfile.validate ss threads=4");
    assertThat(recordings.resolve("7.jfr")).doesNotExist();
    assertThat(recordings.resolve("mine.jfr")).hasContent("not of a run");
    JsonNode profiles = new ObjectMapper().readTree(folder.resolve("profiles.json").toFile());
    assertThat(profiles).hasSize(1);
    for (JsonNode profile : profiles) {
      Path recording = folder.resolve(profile.path("recording").asText());
      long measured = profile.at("/analysis/steps/COMPLETE_VALIDATION/count").asLong();
      // Without the warm-up.
      assertThat(measured).isPositive().isLessThan(validationsIn(recording));
      assertThat(profile.at("/params/load").asText()).isEqualTo("MIXED");
      assertThat(profile.at("/analysis/outcomes/ACCEPTED").asLong()).isPositive();
      assertThat(profile.at("/analysis/outcomes/REJECTED").asLong()).isPositive();
      assertThat(Path.of(recording.toString().replace(".jfr", ".txt")))
          .content(UTF_8)
          .contains("COMPLETE_VALIDATION");
    }
    assertThat(profiles.findValuesAsText("mode")).containsExactly("ss");
    assertThat(profiles.findValuesAsText("turn")).containsExactly("1");
    assertThat(profiles)
        .allSatisfy(profile -> assertThat(profile.at("/params/threads").asText()).isEqualTo("4"));
    assertThat(profiles.findValuesAsText("recording")).doesNotHaveDuplicates();
    assertThat(new ObjectMapper().readTree(folder.resolve("jmh-result.json").toFile())).hasSize(1);
    assertThat(folder.resolve("report.html")).exists();
  }

  @Test
  void explainsAWrongOptionInOneLineAndKeepsAnEarlierRun() throws Exception {
    Path recording = Files.createDirectories(folder.resolve("profiles")).resolve("1.jfr");
    Files.writeString(recording, "of an earlier run");

    assertThat(execute("-Djmh.suite=nothing")).isEqualTo(2);

    assertThat(printed).contains("jmh.suite: nothing is not a suite").hasLineCount(1);
    assertThat(recording).exists();
  }

  @Test
  void recordsNothingWhileMeasuringTheCostOfRecording() throws Exception {
    int status =
        execute(
            "-Djmh.quick=true",
            "-Djmh.include=RecordingCost",
            "-Djmh.params=recorded=SHIPPED;tokens=60;cacheSize=60;turns=3;turnMillis=1");

    assertThat(status).as(printed).isZero();
    assertThat(folder.resolve("profiles.json")).doesNotExist();
    assertThat(folder.resolve("profiles")).doesNotExist();
  }

  private static long validationsIn(Path recording) throws IOException {
    long count = 0;
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        count += events.readEvent().getEventType().getName().equals("jwt.TokenValidation") ? 1 : 0;
      }
    }
    return count;
  }

  /** In this JVM, whose system properties are as before when it has ended. */
  private int execute(String... options) throws IOException {
    Properties before = (Properties) System.getProperties().clone();
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream console = new PrintStream(output, true, UTF_8);
    try {
      for (String option : all(options)) {
        String[] nameAndValue = option.substring(2).split("=", 2);
        System.setProperty(nameAndValue[0], nameAndValue[1]);
      }
      return ProfileCommand.run(console, console);
    } finally {
      System.setProperties(before);
      printed = output.toString(UTF_8);
    }
  }

  private List<String> all(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    // Keys and tokens are made anew in each JVM.
    all.add("-Dworkload.algorithm=ES256");
    all.add("-Dworkload.tokens=60");
    all.add("-Dbenchmark.results=" + folder);
    return all;
  }

  private int executeInAJvmOfItsOwn(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Of the JVMs that it starts, too: so short a life is not worth the work of C2.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("-Djmh.ignoreLock=true");
    command.add(ProfileCommand.class.getName());
    Path output = parent.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    // As the build passes them on.
    for (String option : all(options)) {
      String[] nameAndValue = option.substring(2).split("=", 2);
      builder.environment().put(nameAndValue[0], nameAndValue[1]);
    }
    Process process = builder.start();
    try {
      assertThat(process.waitFor(9, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      printed = Files.readString(output);
    }
    return process.exitValue();
  }
}
