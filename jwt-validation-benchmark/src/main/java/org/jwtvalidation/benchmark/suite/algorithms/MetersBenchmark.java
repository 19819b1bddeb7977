// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.SignedTokens;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.micrometer.ValidationMeters;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.token.AccessToken;
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
 * What does measuring cost a validation: by a {@link LatencyMonitor}, and by the one timer and the
 * histograms of {@link ValidationMeters} for Prometheus?
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
    VALIDATION_METERS
  }

  @Param public Meters meters = Meters.NONE;

  /** Whether all tokens are cached, or there is no cache. */
  @Param({"false", "true"})
  public boolean cached;

  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private SignedTokens tokens;
  private TokenValidator validator;

  /** Signs the tokens and validates each. */
  @Setup
  public void prepare() {
    tokens = new SignedTokens(TestKey.generate(SignatureAlgorithm.RS256, "key"));
    TokenValidator.Builder builder = tokens.validator().cacheSize(cached ? SignedTokens.COUNT : 0);
    switch (meters) {
      case NONE -> {}
      case LATENCY_MONITOR -> builder.monitor(new LatencyMonitor());
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
