// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.tables.ColdPlace;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.jfr.Recorded;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.ClaimsSet;

@Timeout(300)
class AnalysisTest {

  private static final String VALIDATION = "jwt.TokenValidation";

  private static final Map<String, String> PARKS =
      Map.of(
          VALIDATION + "#enabled",
          "true",
          VALIDATION + "#threshold",
          "0 ns",
          "jdk.ThreadPark#enabled",
          "true",
          "jdk.ThreadPark#threshold",
          "0 ns");

  private static final Map<String, String> STOPS =
      Map.of(
          VALIDATION + "#enabled",
          "true",
          VALIDATION + "#threshold",
          "0 ns",
          "jdk.GCPhasePause#enabled",
          "true",
          "jdk.ExecuteVMOperation#enabled",
          "true");

  private static final long COMPUTED = TimeUnit.MILLISECONDS.toNanos(50);

  @TempDir private Path folder;

  /** A validation in the format of another version of the library. */
  @Name("jwt.TokenValidation")
  @StackTrace(false)
  static class KnownValidation extends Event {
    String outcome = "ACCEPTED";
    boolean cached;
    int concurrency = 1;
    @Timespan long tokenParsing;
    @Timespan long signatureValidation;
  }

  /** The same with the time of a processor that it took. */
  @Name("jwt.TokenValidation")
  @StackTrace(false)
  static class KnownCpuTime extends Event {
    String outcome = "ACCEPTED";
    boolean cached;
    int concurrency = 1;
    @Timespan long tokenParsing;
    @Timespan long cpuTime;
  }

  @Name("jwt.Phase")
  @StackTrace(false)
  static class KnownPhase extends Event {
    String benchmark;
    String phase;
  }

  private Path recorded(Map<String, String> settings, Runnable work) throws IOException {
    return Recorded.into(folder.resolve("recording.jfr"), settings, work);
  }

  static void validation(long parsing, long signature) {
    KnownValidation validation = new KnownValidation();
    validation.begin();
    validation.tokenParsing = parsing;
    validation.signatureValidation = signature;
    validation.commit();
  }

  @Test
  void findsTheRecordedDistribution() throws IOException {
    Random random = new Random(7);
    long[] parsing = new long[50_000];
    long[] whole = new long[parsing.length];
    Path file =
        recorded(
            Map.of("jwt.TokenValidation#enabled", "true", "jwt.TokenValidation#threshold", "0 ns"),
            () -> {
              for (int i = 0; i < parsing.length; i++) {
                parsing[i] = 1 + (long) Math.exp(Math.log(2_000) + random.nextGaussian());
                long signature = 1 + (long) Math.exp(Math.log(40_000) + random.nextGaussian());
                whole[i] = parsing[i] + signature;
                validation(parsing[i], signature);
              }
            });

    Measured measured = Analysis.of(file).parts().get("recording").measured();

    assertThat(measured.steps())
        .containsOnlyKeys("TOKEN_PARSING", "SIGNATURE_VALIDATION", "COMPLETE_VALIDATION");
    assertDistribution(measured.steps().get("TOKEN_PARSING"), parsing);
    assertDistribution(measured.steps().get("COMPLETE_VALIDATION"), whole);
    assertThat(measured.outcomes()).isEqualTo(Map.of("ACCEPTED", (long) parsing.length));
    assertThat(measured.seconds().values().stream().mapToLong(s -> s.whole().count()).sum())
        .isEqualTo(parsing.length);
    long[] sorted = whole.clone();
    Arrays.sort(sorted);
    assertThat(measured.slowest())
        .hasSize(100)
        .extracting(SlowValidation::nanos)
        .startsWith(sorted[sorted.length - 1], sorted[sorted.length - 2])
        .endsWith(sorted[sorted.length - 100]);
  }

  /** What delays one in a hundred is not what delays one in ten thousand. */
  @Test
  void dividesTheSlowIntoBands() throws IOException {
    Path file =
        recorded(
            Map.of("jwt.TokenValidation#enabled", "true", "jwt.TokenValidation#threshold", "0 ns"),
            () -> {
              for (int i = 0; i < 180_000; i++) {
                validation(i % 900 == 0 ? 100 : i % 90 == 0 ? 50 : 10, 0);
              }
            });

    List<Band> bands = Analysis.of(file).parts().get("recording").measured().bands();

    assertThat(bands).hasSize(2);
    assertThat(bands).extracting(Band::from).containsExactly(99.0, 99.9);
    assertThat(bands).extracting(Band::to).containsExactly(99.9, 100.0);
    assertThat(bands).extracting(Band::count).containsExactly(1_800L, 200L);
    assertThat(bands).extracting(band -> band.sample().size()).containsExactly(1_000, 200);
    assertThat(bands).extracting(Band::shortest).containsExactly(50L, 100L);
    assertThat(bands).extracting(Band::longest).containsExactly(50L, 100L);
    assertThat(RecordingReport.of(file).text())
        .contains("P99 to P99.9: 1,800 validations of 50 ns to 50 ns. ")
        .contains(" time (1,000 of them):\n")
        .contains("P99.9 and beyond: 200 validations of 100 ns to 100 ns. ");
  }

  @Test
  void distinguishesSeconds() throws IOException {
    Random random = new Random(8);
    Path file =
        recorded(
            Map.of("jwt.TokenValidation#enabled", "true", "jwt.TokenValidation#threshold", "0 ns"),
            () -> {
              // A part of this second, all of the next, and a part of the one after.
              Instant end =
                  Instant.now().plusMillis(100).truncatedTo(ChronoUnit.SECONDS).plusMillis(2_100);
              for (int i = 0; Instant.now().isBefore(end); i++) {
                validation(1 + random.nextInt(4_000), i % 3 == 0 ? 0 : 1 + random.nextInt(60_000));
                pause(10);
              }
            });

    Measured measured = Analysis.of(file).parts().get("recording").measured();

    Map<Long, List<long[]>> seconds =
        RecordingFile.readAllEvents(file).stream()
            .collect(
                Collectors.groupingBy(
                    event -> event.getEndTime().getEpochSecond(),
                    Collectors.mapping(
                        event ->
                            new long[] {
                              event.getLong("tokenParsing"), event.getLong("signatureValidation")
                            },
                        Collectors.toList())));
    assertThat(measured.seconds().keySet())
        .hasSizeGreaterThan(2)
        .containsExactlyInAnyOrderElementsOf(seconds.keySet());
    seconds.forEach((second, validations) ->
        assertThat(measured.seconds().get(second).whole().byPowerOfTwo())
            .isEqualTo(
                validations.stream()
                    .collect(
                        Collectors.groupingBy(
                            v -> Long.toBinaryString(v[0] + v[1]).length() - 1,
                            Collectors.counting()))));
    assertVariation(measured, seconds, "TOKEN_PARSING", v -> v[0]);
    assertVariation(measured, seconds, "SIGNATURE_VALIDATION", v -> v[1]);
    assertVariation(measured, seconds, "COMPLETE_VALIDATION", v -> v[0] + v[1]);
  }

  private static void assertVariation(
      Measured measured,
      Map<Long, List<long[]>> seconds,
      String step,
      ToLongFunction<long[]> nanos) {
    double[] means =
        seconds.values().stream()
            .map(second -> second.stream().mapToLong(nanos).filter(n -> n > 0).average())
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    double mean = Arrays.stream(means).average().orElseThrow();
    double variance =
        Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / (means.length - 1);
    assertThat(measured.variationOfSeconds(step))
        .isCloseTo(Math.sqrt(variance) / mean, within(1e-9));
  }

  private static void assertDistribution(Distribution found, long[] recorded) {
    long[] sorted = recorded.clone();
    Arrays.sort(sorted);
    assertThat(found.count()).isEqualTo(sorted.length);
    for (double percent : new double[] {50, 90, 95, 99, 99.9}) {
      long exact = sorted[(int) Math.ceil(sorted.length * percent / 100) - 1];
      assertThat(found.percentile(percent)).isBetween(exact, exact + exact / 128 + 1);
    }
    assertThat(found.max()).isEqualTo(sorted[sorted.length - 1]);
    assertThat(found.mean()).isCloseTo(Arrays.stream(sorted).average().orElseThrow(), within(0.01));
  }

  @Test
  void ignoresWarmUpPhases() throws IOException {
    Path file =
        recorded(
            Map.of("jwt.TokenValidation#enabled", "true", "jwt.TokenValidation#threshold", "0 ns"),
            () -> {
              phase("hits", "WARMUP", 900);
              phase("hits", "MEASUREMENT", 10);
              validation(5, 5);
              phase("misses", "MEASUREMENT", 20);
            });

    Map<String, Analysis.Part> parts = Analysis.of(file).parts();

    assertThat(parts).containsOnlyKeys("hits", "misses");
    assertThat(parts.get("hits").measured().steps().get(StepField.WHOLE).max()).isEqualTo(20);
    assertThat(parts.get("misses").measured().steps().get(StepField.WHOLE).max()).isEqualTo(40);
  }

  private static void phase(String benchmark, String name, long nanos) {
    phase(
        benchmark,
        name,
        () -> {
          pause(5);
          validation(nanos, nanos);
          pause(5);
        });
    pause(5);
  }

  static void phase(String benchmark, String name, Runnable work) {
    KnownPhase phase = new KnownPhase();
    phase.begin();
    work.run();
    phase.benchmark = benchmark;
    phase.phase = name;
    phase.commit();
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void findsTheCausesOfTheSlowest() throws IOException {
    Path blocked = validated(JfrMonitor.builder().cpuTime().build(), PARKS, claims -> paused());
    assertIsThatOfParking(Cause.BLOCKED, blocked);

    Path gated =
        validated(
            JfrMonitor.builder().cpuTime().build(), PARKS, claims -> passed(new Semaphore(0)));
    assertIsThatOfParking(Cause.GATE, gated);
    assertThat(shareOf(Cause.COLD, gated)).isZero();

    Path cold =
        validated(JfrMonitor.builder().cpuTime().build(), PARKS, claims -> ColdPlace.waited());
    assertIsThatOfParking(Cause.COLD, cold);
    assertThat(shareOf(Cause.GATE, cold)).isZero();

    Path running = validated(JfrMonitor.builder().cpuTime().build(), PARKS, claims -> compute());
    long cpuNanos = eventsOf(running, VALIDATION).get(0).getDuration("cpuTime").toNanos();
    long nanos = nanosOfSlowest(running);
    assertThat(cpuNanos).isGreaterThanOrEqualTo(COMPUTED);
    assertThat(shareOf(Cause.RUNNING, running))
        .isCloseTo(Math.min(cpuNanos, nanos - parked(running)) / (double) nanos, within(1e-6));

    Path collected =
        validated(JfrMonitor.builder().cpuTime().build(), STOPS, claims -> collected());
    assertThat(shareOf(Cause.GC_PAUSE, collected)).isPositive();
  }

  /** Whatever else a busy machine adds to the duration. */
  private static void assertIsThatOfParking(Cause cause, Path file) throws IOException {
    assertThat(shareOf(cause, file))
        .isPositive()
        .isCloseTo(parked(file) / (double) nanosOfSlowest(file), within(1e-6));
  }

  private static boolean paused() {
    pause(100);
    return true;
  }

  /** Another thread lets this one pass, after a while. */
  private static boolean passed(Semaphore gate) {
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(gate::release);
    gate.acquireUninterruptibly();
    return true;
  }

  private static boolean compute() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + COMPUTED;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    return true;
  }

  private static boolean collected() {
    System.gc();
    return true;
  }

  private static double shareOf(Cause cause, Path file) throws IOException {
    Band band = measured(file).bands().get(0);
    assertThat(band.causes().values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1, within(1e-6));
    return band.causes().getOrDefault(cause, 0.0);
  }

  private static long nanosOfSlowest(Path file) throws IOException {
    return measured(file).slowest().get(0).nanos();
  }

  /** The nanoseconds for which the thread of the one validation was parked. */
  private static long parked(Path file) throws IOException {
    RecordedEvent validation = eventsOf(file, VALIDATION).get(0);
    return eventsOf(file, "jdk.ThreadPark").stream()
        .filter(
            park -> park.getThread().getJavaThreadId() == validation.getThread().getJavaThreadId())
        .filter(park -> !park.getStartTime().isBefore(validation.getStartTime()))
        .filter(park -> !park.getEndTime().isAfter(validation.getEndTime()))
        .mapToLong(park -> Duration.between(park.getStartTime(), park.getEndTime()).toNanos())
        .sum();
  }

  private static List<RecordedEvent> eventsOf(Path file, String type) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .toList();
  }

  private static Measured measured(Path file) throws IOException {
    return Analysis.of(file).parts().get("recording").measured();
  }

  @Test
  void countsValidationsThatWaited() throws IOException {
    JfrMonitor monitor = JfrMonitor.builder().cpuTime().build();
    assertThat(measured(validated(monitor, PARKS, claims -> paused())).heldUp()).isEqualTo(1);
    assertThat(measured(validated(new JfrMonitor(), PARKS, claims -> paused())).heldUp()).isNull();
    Path known =
        recorded(
            PARKS,
            () -> {
              validationOfKnownCpuTime(150_000, 0);
              validationOfKnownCpuTime(150_000, 50_000);
              validationOfKnownCpuTime(150_001, 50_000);
              validationOfKnownCpuTime(150_000, 200_000);
              validationOfKnownCpuTime(1_000_000, 1);
            });
    assertThat(measured(known).heldUp()).isEqualTo(0.5);
  }

  private static void validationOfKnownCpuTime(long nanos, long cpuNanos) {
    KnownCpuTime validation = new KnownCpuTime();
    validation.begin();
    validation.tokenParsing = nanos;
    validation.cpuTime = cpuNanos;
    validation.commit();
  }

  /** Records a validation whose token is known to the cache, and whose claims are checked. */
  private Path validated(
      JfrMonitor monitor, Map<String, String> settings, Predicate<ClaimsSet> check)
      throws IOException {
    try (TestIssuer issuer = TestIssuer.offline("https://issuer.example");
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(
                    issuer
                        .config()
                        .audience(TestIssuer.AUDIENCE)
                        .claimCheck("slow", check::test)
                        .build())
                .monitor(monitor)
                .build()) {
      String token = issuer.token().compact();
      validator.validate(token);
      return recorded(settings, () -> validator.validate(token));
    }
  }

  @Test
  void explainsAnInvalidFileInOneLine() throws IOException {
    Path missing = folder.resolve("missing.jfr");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Analysis.of(missing))
        .withMessage(missing + " is not a file; choose a recording, as JFR.dump writes it");
    Path other = Files.writeString(folder.resolve("other.jfr"), "not a recording at all");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Analysis.of(other))
        .withMessageStartingWith(other + " cannot be read (")
        .withMessageEndingWith("); choose a complete recording");
    Path nothing = recorded(Map.of(), () -> {});
    byte[] octets = Files.readAllBytes(nothing);
    Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(octets, octets.length / 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Analysis.of(cut))
        .withMessageStartingWith(cut + " cannot be read (");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Analysis.of(nothing))
        .withMessageStartingWith(nothing + " has no validations; record a validator");
  }
}
