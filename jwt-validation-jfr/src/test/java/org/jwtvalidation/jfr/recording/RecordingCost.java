package org.jwtvalidation.jfr.recording;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.testkit.AccessPattern;
import org.jwtvalidation.testkit.TokenStream;
import org.jwtvalidation.testkit.Workload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to be watched by the Flight Recorder? One thread, RS256, without a cache and
 * with all tokens in it. Rows: nobody watches; a monitor, but no recording; a recording with the
 * settings that ship with the module. They take turns, a JVM each: compare the ones of a turn.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark-jfr -Djmh.include=RecordingCost}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(10)
public class RecordingCost {

  private static final String SETTINGS = "/org/jwtvalidation/jfr/jwt-validation.jfc";

  /** Who watches. */
  public enum Watch {
    /** Nobody. */
    NOBODY,
    /** A monitor, but no recording is on. */
    MONITOR,
    /** A monitor, and a recording is on. */
    RECORDING
  }

  /** Who watches. */
  @Param public Watch watch = Watch.NOBODY;

  /** How many of the 600 tokens the cache holds. */
  @Param({"0", "600"})
  public int cacheSize;

  private TokenValidator validator;
  private TokenStream stream;
  private @Nullable Recording recording;

  /** Mints the tokens, and begins the recording. */
  @Setup
  public void prepare() throws IOException, ParseException {
    Workload workload = Workload.builder().build();
    TokenValidator.Builder builder = workload.validator().cacheSize(cacheSize);
    if (watch != Watch.NOBODY) {
      builder.monitor(new JfrMonitor());
    }
    validator = builder.build();
    if (watch == Watch.RECORDING) {
      recording = new Recording(settings());
      recording.start();
    }
    for (int number = 0; number < workload.size(); number++) {
      validator.validate(workload.token(number));
    }
    stream = workload.stream(AccessPattern.UNIFORM);
  }

  private static Configuration settings() throws IOException, ParseException {
    try (Reader settings =
        new InputStreamReader(
            Objects.requireNonNull(RecordingCost.class.getResourceAsStream(SETTINGS)),
            StandardCharsets.UTF_8)) {
      return Configuration.create(settings);
    }
  }

  /** The whole validation of the next token. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(stream.next());
  }

  /** Ends the recording. */
  @TearDown
  public void close() {
    if (recording != null) {
      recording.close();
    }
    validator.close();
  }
}
