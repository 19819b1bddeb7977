package org.jwtvalidation.benchmark.run;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.TimeValue;

/** How long each row runs; null for the benchmark's own setting. */
record Timing(
    @Nullable Integer forks,
    @Nullable Integer warmupIterations,
    @Nullable TimeValue warmupTime,
    @Nullable Integer iterations,
    @Nullable TimeValue time) {

  /** Reads the options. A total duration is split into iterations of about a second. */
  static Timing of(GivenOptions options) {
    Phase warmup = phase(options, "jmh.warmup.iterations", "jmh.warmup.time", "warmup.duration");
    Phase measurement = phase(options, "jmh.iterations", "jmh.time", "measurement.duration");
    return new Timing(
        options.number("jmh.forks", 1, 100),
        warmup.iterations,
        warmup.time,
        measurement.iterations,
        measurement.time);
  }

  private record Phase(@Nullable Integer iterations, @Nullable TimeValue time) {}

  private static Phase phase(
      GivenOptions options, String iterationsOption, String timeOption, String totalOption) {
    int least = iterationsOption.contains("warmup") ? 0 : 1;
    Integer iterations = options.number(iterationsOption, least, 1000);
    TimeValue time = options.duration(timeOption);
    TimeValue total = options.duration(totalOption);
    if (total == null) {
      return new Phase(iterations, time);
    }
    if (time != null) {
      throw new IllegalArgumentException(
          totalOption + ": cannot be combined with " + timeOption + "; choose one of the two");
    }
    long millis = total.convertTo(TimeUnit.MILLISECONDS);
    int parts = iterations == null ? (int) Math.max(1, Math.round(millis / 1000.0)) : iterations;
    return new Phase(
        parts, parts == 0 ? null : TimeValue.milliseconds(Math.max(1, millis / parts)));
  }

  /** These times where given, {@code others} elsewhere. */
  RowTime over(RowTime others) {
    return new RowTime(
        forks == null ? others.forks() : forks,
        warmupIterations == null ? others.warmupIterations() : warmupIterations,
        warmupTime == null ? others.warmupTime() : warmupTime,
        iterations == null ? others.iterations() : iterations,
        time == null ? others.time() : time);
  }
}
