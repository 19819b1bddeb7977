// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.recording;

import java.io.IOException;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.profiles.Recorder;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jwk.SignatureAlgorithm;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does the Flight Recorder cost a validation? Two validators, one without a monitor and one
 * with a {@link JfrMonitor}, take turns of a few milliseconds on one thread: first without a
 * recording, then during one with the settings that ship with the module, or with those of the
 * profiles. A disturbance of the machine slows both. The results are what a validation takes; the
 * score is what one that is recorded takes, in percent of one without a monitor.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(10)
public class RecordingCost {

  /** What is recorded. */
  public enum Recorded {
    /** As the module ships: slow validations. */
    SHIPPED("/org/jwtvalidation/jfr/jwt-validation.jfc"),
    /** As the profiles of durations: every validation. */
    PROFILE(Recorder.SETTINGS),
    /** As the profiles of causes: every validation, and its processor time. */
    PROFILE_WITH_CPU_TIME(Recorder.SETTINGS);

    private final String settings;

    Recorded(String settings) {
      this.settings = settings;
    }

    private JfrMonitor monitor() {
      return this == PROFILE_WITH_CPU_TIME
          ? JfrMonitor.builder().cpuTime().build()
          : new JfrMonitor();
    }

    private Recording recording() throws IOException, ParseException {
      return new Recording(Recorder.settings(settings));
    }
  }

  /** What is recorded. */
  @Param public Recorded recorded = Recorded.SHIPPED;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The size of the cache. */
  @Param({"0", "600"})
  public int cacheSize;

  /** The algorithm of the signatures. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** The length of a turn in milliseconds. */
  @Param("5")
  public int turnMillis = 5;

  /** The number of turns of each validator. */
  @Param("400")
  public int turns = 400;

  private TokenValidator unwatched;
  private TokenValidator watched;
  private TokenStream stream;
  private int perTurn;

  /** Mints the tokens and warms up both validators as they are measured. */
  @Setup
  public void prepare(Blackhole blackhole) throws IOException, ParseException {
    Workload workload = Workload.builder().tokens(tokens).algorithm(algorithm).build();
    unwatched = workload.validator().cacheSize(cacheSize).build();
    watched = workload.validator().cacheSize(cacheSize).monitor(recorded.monitor()).build();
    stream = workload.stream(AccessPattern.UNIFORM);
    perTurn = 100;
    compare(blackhole);
    long nanos = 0;
    try (Recording recording = recorded.recording()) {
      recording.start();
      nanos = compare(blackhole).unwatched;
    }
    perTurn = (int) Math.max(1, TimeUnit.MILLISECONDS.toNanos(turnMillis) / Math.max(1, nanos));
  }

  /** Runs the turns of both, first without a recording and then with one. */
  @Benchmark
  public void validate(Blackhole blackhole) throws IOException, ParseException {
    Map<String, Double> results = measure(blackhole);
    OwnResults.addScore(Objects.requireNonNull(results.get("recordedPercent")), "%");
    results.forEach(OwnResults::add);
  }

  /** Nanoseconds, and those with a monitor in percent of those without. */
  Map<String, Double> measure(Blackhole blackhole) throws IOException, ParseException {
    Comparison idle = compare(blackhole);
    try (Recording recording = recorded.recording()) {
      recording.start();
      Comparison busy = compare(blackhole);
      return Map.of(
          "unwatched",
          (double) busy.unwatched,
          "watched",
          (double) idle.watched,
          "recorded",
          (double) busy.watched,
          "watchedPercent",
          idle.percent(),
          "recordedPercent",
          busy.percent());
    }
  }

  /** The nanoseconds per validation of both, as the median of their turns. */
  private record Comparison(long unwatched, long watched) {

    double percent() {
      return 100.0 * watched / unwatched;
    }
  }

  private Comparison compare(Blackhole blackhole) {
    long[] unwatchedNanos = new long[turns];
    long[] watchedNanos = new long[turns];
    for (int turn = 0; turn < turns; turn++) {
      unwatchedNanos[turn] = turn(unwatched, blackhole);
      watchedNanos[turn] = turn(watched, blackhole);
    }
    return new Comparison(median(unwatchedNanos), median(watchedNanos));
  }

  private long turn(TokenValidator validator, Blackhole blackhole) {
    long begin = System.nanoTime();
    for (int i = 0; i < perTurn; i++) {
      blackhole.consume(validator.validate(stream.next()));
    }
    return (System.nanoTime() - begin) / perTurn;
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** Closes the validators. */
  @TearDown
  public void close() {
    unwatched.close();
    watched.close();
  }
}
