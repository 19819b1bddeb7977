// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jfr.analysis.RecordingReport;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Makes each JVM of a benchmark record itself from its start, and analyzes the recording when the
 * JVM has ended. A text beside each recording has its analysis; {@code profiles.json} has all.
 */
public final class Recorder implements ExternalProfiler {

  /** The system property with the folder of the results. */
  public static final String RESULTS = "benchmark.results";

  /**
   * Buffers for a hundred threads that record every validation: with the usual ones, which are
   * smaller by an order of magnitude, threads wait for each other and for the thread that writes.
   */
  public static final String BUFFERS =
      "-XX:FlightRecorderOptions:threadbuffersize=64k,globalbuffersize=4m,memorysize=256m";

  /**
   * Which methods run. The thread that samples them wakes up fifty times a second, each time in
   * place of a thread that validates: not where the durations of validations are recorded.
   */
  public static final String SAMPLES = "jdk.ExecutionSample";

  /** The settings of all recorded rows. */
  public static final String SETTINGS = "profile.jfc";

  private static final Pattern NUMBERED = Pattern.compile("(\\d+)\\.jfr");

  private final Path folder = Path.of(System.getProperty(RESULTS));
  private final Path recordings = folder.resolve("profiles");
  private @Nullable Path recording;

  /**
   * Reads the settings of a recording.
   *
   * @param resource their file on the class path, such as {@link #SETTINGS}
   * @return the settings
   */
  public static Configuration settings(String resource) throws IOException, ParseException {
    try (Reader settings =
        new InputStreamReader(
            Objects.requireNonNull(Recorder.class.getResourceAsStream(resource)),
            StandardCharsets.UTF_8)) {
      return Configuration.create(settings);
    }
  }

  @Override
  public String getDescription() {
    return "Flight Recorder recording with analysis";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams benchmark) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams benchmark) {
    if (!isRecorded(benchmark)) {
      return List.of();
    }
    try {
      Files.createDirectories(recordings);
      Path settings = recordings.resolve(SETTINGS);
      try (InputStream shipped = Recorder.class.getResourceAsStream(SETTINGS)) {
        Files.copy(shipped, settings, StandardCopyOption.REPLACE_EXISTING);
      }
      recording = recordings.resolve(highestNumber() + 1 + ".jfr");
      return List.of(
          BUFFERS,
          "-XX:StartFlightRecording:dumponexit=true,maxsize=0,settings="
              + quoted(settings)
              + ",filename="
              + quoted(recording)
              + ("true".equals(benchmark.getParam("cpuTime"))
                  ? ""
                  : "," + SAMPLES + "#enabled=false"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cost of recording is measured without this recorder. */
  private static boolean isRecorded(BenchmarkParams benchmark) {
    return benchmark.getBenchmark().startsWith(Recorder.class.getPackageName() + ".");
  }

  private int highestNumber() throws IOException {
    try (Stream<Path> files = Files.list(recordings)) {
      return files
          .map(file -> NUMBERED.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .mapToInt(number -> Integer.parseInt(number.group(1)))
          .max()
          .orElse(0);
    }
  }

  /** Quotes a value, which a comma would end otherwise. */
  private static String quoted(Path file) {
    String quote = file.toString().contains("\"") ? "'" : "\"";
    return quote + file + quote;
  }

  @Override
  public void beforeTrial(BenchmarkParams benchmark) {}

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    if (!isRecorded(result.getParams())) {
      return List.of();
    }
    Path file = Objects.requireNonNull(recording);
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(file + " was not written; check the free space on the disk");
    }
    try {
      RecordingReport report = RecordingReport.of(file);
      String name = file.getFileName().toString().replace(".jfr", ".txt");
      Files.writeString(recordings.resolve(name), report.text());
      new Profiles(folder).add(result.getParams(), file, report);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }
}
