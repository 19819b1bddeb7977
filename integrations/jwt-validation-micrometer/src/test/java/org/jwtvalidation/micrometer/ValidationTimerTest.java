// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;

/** The whole validation, with what Micrometer's users expect of a timer. */
@Timeout(300)
class ValidationTimerTest {

  private static final String NAME = "jwt.validation";

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final ValidationMeters meters = new ValidationMeters();
  private final TokenValidator validator = issuer.validator().monitor(meters).build();
  private final MeterRegistry registry = new SimpleMeterRegistry();

  private void validate(String token) {
    assertThat(validator.tryValidate(token)).isNotNull();
  }

  private static long count(MeterRegistry registry) {
    return registry.find(NAME).timers().stream().mapToLong(Timer::count).sum();
  }

  @Test
  void isRegisteredWhenItFirstRecords() {
    meters.bindTo(registry);
    assertThat(registry.find(NAME).timers()).isEmpty();
    String token = issuer.token().compact();
    validate(token);
    validate(token);
    assertThat(registry.get(NAME).tag("cached", "true").timer().count()).isEqualTo(1);
    assertThat(registry.get(NAME).tag("cached", "false").timer().max(TimeUnit.NANOSECONDS))
        .isPositive();
    assertThat(registry.get(NAME).timers()).hasSize(2);
  }

  @Test
  void hasTheBucketsThatAFilterAsksFor() {
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public DistributionStatisticConfig configure(
                  Meter.Id id, DistributionStatisticConfig config) {
                return DistributionStatisticConfig.builder()
                    .serviceLevelObjectives(1.0, Duration.ofMinutes(10).toNanos() * 1.0)
                    .build()
                    .merge(config);
              }
            });
    meters.bindTo(registry);
    validate("a.b.c");
    CountAtBucket[] buckets = registry.get(NAME).timer().takeSnapshot().histogramCounts();
    assertThat(buckets).extracting(CountAtBucket::count).containsExactly(0.0, 1.0);
  }

  @Test
  void hasBucketsFromAMicrosecondOn() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MetricsSnippets.buckets(prometheus);
    meters.bindTo(prometheus);
    validate("a.b.c");
    assertThat(prometheus.scrape())
        .containsPattern("jwt_validation_seconds_bucket\\{.*le=\"1.0E-6\"}");
  }

  @Test
  void hasExemplars() {
    PrometheusMeterRegistry prometheus =
        new PrometheusMeterRegistry(
            PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new Sampled());
    MetricsSnippets.buckets(prometheus);
    meters.bindTo(prometheus);
    validate("a.b.c");
    assertThat(prometheus.scrape("application/openmetrics-text"))
        .containsPattern("jwt_validation_seconds_bucket\\{.*} 1 # \\{span_id=\"span\",");
  }

  private static final class Sampled implements SpanContext {

    @Override
    public String getCurrentTraceId() {
      return "trace";
    }

    @Override
    public String getCurrentSpanId() {
      return "span";
    }

    @Override
    public boolean isCurrentSpanSampled() {
      return true;
    }

    @Override
    public void markCurrentSpanAsExemplar() {}
  }

  @Test
  void countsInARegistryFromTheTimeThatItIsBound() {
    validate("a.b.c");
    meters.bindTo(registry);
    assertThat(count(registry)).isZero();
    assertThat(registry.get(NAME).timers()).hasSize(1);
    validate("a.b.c");
    MeterRegistry later = new SimpleMeterRegistry();
    meters.bindTo(later);
    meters.bindTo(later);
    validate("a.b.c");
    assertThat(count(registry)).isEqualTo(2);
    assertThat(count(later)).isEqualTo(1);
  }

  @Test
  void countsAgainInARegistryThatWasClearedOnceItIsBoundAgain() {
    meters.bindTo(registry);
    validate("a.b.c");
    registry.clear();
    validate("a.b.c");
    assertThat(registry.find(NAME).timers()).isEmpty();
    meters.bindTo(registry);
    validate("a.b.c");
    assertThat(count(registry)).isEqualTo(1);
  }

  @Test
  void countsInARegistryThatJoinsAComposite() {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    meters.bindTo(composite);
    validate("a.b.c");
    composite.add(registry);
    validate("a.b.c");
    assertThat(count(registry)).isEqualTo(1);
  }

  @Test
  void losesNothingWhenManyThreadsBeginAtOnce() throws Exception {
    int threads = 8;
    List<MeterRegistry> registries =
        List.of(registry, new SimpleMeterRegistry(), new SimpleMeterRegistry());
    registries.forEach(meters::bindTo);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(() -> {
        validate(null);
        validate("a.b.c");
      });
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    assertThat(registries).allMatch(each -> count(each) == 2L * threads);
  }

  /** A clock that fails on demand, and with it each timer that asks for the time. */
  private static final class FailingClock implements Clock {

    final AtomicBoolean isBroken = new AtomicBoolean();
    final AtomicInteger failures = new AtomicInteger();

    @Override
    public long wallTime() {
      check();
      return SYSTEM.wallTime();
    }

    @Override
    public long monotonicTime() {
      check();
      return SYSTEM.monotonicTime();
    }

    private void check() {
      if (isBroken.get()) {
        failures.incrementAndGet();
        throw new IllegalStateException("broken");
      }
    }
  }

  @Test
  void keepsFailuresOfTimersOutOfValidationsAndOfOtherRegistries() {
    FailingClock clock = new FailingClock();
    MeterRegistry failing = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    meters.bindTo(failing);
    meters.bindTo(registry);
    String token = issuer.token().compact();
    validate(token);
    validate(token);
    clock.isBroken.set(true);
    for (int i = 0; i < 3; i++) {
      assertThat(validator.tryValidate(token).isAccepted()).isTrue();
    }
    clock.isBroken.set(false);
    assertThat(clock.failures).hasValue(3);
    assertThat(count(registry)).isEqualTo(5);
    validate(token);
    assertThat(count(registry)).isEqualTo(6);
  }
}
