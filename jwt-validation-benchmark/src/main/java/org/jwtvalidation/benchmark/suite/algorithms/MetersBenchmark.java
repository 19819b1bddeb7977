// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.micrometer.ValidationMeters;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does measuring cost a validation: by a {@link LatencyMonitor}, by the one timer and the
 * histograms of {@link ValidationMeters} for Prometheus, and by a timer of Micrometer for each
 * step?
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=MetersBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1, time = 4)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class MetersBenchmark {

  /** What measures the validations. */
  public enum Meters {
    NONE,
    LATENCY_MONITOR,
    VALIDATION_METERS,
    TIMERS
  }

  @Param public Meters meters = Meters.NONE;

  /** Whether all tokens are cached, or there is no cache. */
  @Param({"false", "true"})
  public boolean cached;

  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private SignedTokens tokens;
  private TokenValidator validator;

  /** A timer for each step and one for the whole. */
  private static final class TimerMonitor implements TokenValidatorMonitor {

    private final Map<ValidationStep, Timer> timers = new EnumMap<>(ValidationStep.class);

    TimerMonitor(PrometheusMeterRegistry registry) {
      for (ValidationStep step : ValidationStep.values()) {
        timers.put(
            step,
            Timer.builder("timers")
                .tag("step", step.name())
                .serviceLevelObjectives(
                    Duration.ofNanos(1_000),
                    Duration.ofNanos(10_000),
                    Duration.ofNanos(100_000),
                    Duration.ofMillis(1),
                    Duration.ofMillis(50))
                .register(registry));
      }
    }

    private void record(ValidationStep step, long nanos) {
      Objects.requireNonNull(timers.get(step)).record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public Recording begin(TokenType type) {
      return new Recording() {

        private final long begin = System.nanoTime();
        private long lastBoundary = begin;

        @Override
        public void completed(ValidationStep step) {
          long now = System.nanoTime();
          record(step, now - lastBoundary);
          lastBoundary = now;
        }

        @Override
        public void ended(Report report) {
          record(ValidationStep.COMPLETE_VALIDATION, lastBoundary - begin);
        }
      };
    }
  }

  /** Signs the tokens and validates each. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(TestKey.generate(SignatureAlgorithm.RS256, "key"));
    TokenValidator.Builder builder = tokens.validator().cacheSize(cached ? SignedTokens.COUNT : 0);
    switch (meters) {
      case NONE -> {}
      case LATENCY_MONITOR -> builder.monitor(new LatencyMonitor());
      case TIMERS -> builder.monitor(new TimerMonitor(registry));
      case VALIDATION_METERS -> {
        ValidationMeters measured = new ValidationMeters();
        measured.bindTo(registry);
        builder.monitor(measured);
      }
    }
    validator = builder.build();
    for (SignedToken token : tokens.all()) {
      validator.validate(token.compact());
    }
  }

  /** Validates a token. */
  @Benchmark
  public AccessToken validate() {
    return validator.validate(tokens.next().compact());
  }
}
