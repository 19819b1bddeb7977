package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.CacheStatistics;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/** Gauges of the keys and the cache of one validator. Thread-safe. */
final class ValidatorMeters implements MeterBinder {

  /** The gauges of one scrape share what they read. */
  private static final long READ_LIFETIME = TimeUnit.SECONDS.toNanos(1);

  private record Read(Map<String, KeySourceHealth> health, long at) {}

  private final TokenValidator validator;
  private final AtomicReference<@Nullable Read> latest = new AtomicReference<>();

  ValidatorMeters(TokenValidator validator) {
    this.validator = validator;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    readHealth().keySet().forEach(issuer -> bindKeys(registry, issuer));
    Gauge.builder("jwt.cache.size", this, meters -> meters.validator.cachedTokens())
        .description("Cached tokens")
        .register(registry);
    bindRequests(registry, "hit", CacheStatistics::hits);
    bindRequests(registry, "miss", statistics -> statistics.requests() - statistics.hits());
    FunctionCounter.builder(
            "jwt.cache.evictions", this, meters -> meters.validator.cacheStatistics().evictions())
        .description("Tokens that had to leave the cache for others")
        .register(registry);
  }

  private void bindKeys(MeterRegistry registry, String issuer) {
    Gauge.builder("jwt.keys", this, meters -> meters.of(issuer, KeySourceHealth::keys))
        .tag("issuer", issuer)
        .description("Keys in force")
        .register(registry);
    TimeGauge.builder(
            "jwt.keys.age",
            this,
            TimeUnit.NANOSECONDS,
            meters -> meters.of(issuer, health -> nanos(health.age())))
        .tag("issuer", issuer)
        .description("Time since the keys were fetched or confirmed")
        .register(registry);
    for (State state : State.values()) {
      Gauge.builder(
              "jwt.keys.state",
              this,
              meters -> meters.of(issuer, health -> health.state() == state ? 1 : 0))
          .tags("issuer", issuer, "state", Tagged.value(state))
          .description("1 for the state of the keys, 0 for all others")
          .register(registry);
    }
  }

  private void bindRequests(
      MeterRegistry registry, String result, ToDoubleFunction<CacheStatistics> count) {
    FunctionCounter.builder(
            "jwt.cache.requests",
            this,
            meters -> count.applyAsDouble(meters.validator.cacheStatistics()))
        .tag("result", result)
        .description("Lookups in the cache")
        .register(registry);
  }

  private static double nanos(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toNanos();
  }

  private double of(String issuer, ToDoubleFunction<KeySourceHealth> value) {
    KeySourceHealth health = health().get(issuer);
    return health == null ? Double.NaN : value.applyAsDouble(health);
  }

  /** As {@link #readHealth}, at most once for each scrape. */
  private Map<String, KeySourceHealth> health() {
    Read known = latest.get();
    long now = System.nanoTime();
    if (known != null && now - known.at < READ_LIFETIME) {
      return known.health;
    }
    Map<String, KeySourceHealth> health = readHealth();
    latest.set(new Read(health, now));
    return health;
  }

  /** The health of all keys, or of none once the validator is closed. */
  private Map<String, KeySourceHealth> readHealth() {
    try {
      return validator.keyHealth();
    } catch (IllegalStateException e) {
      return Map.of();
    }
  }
}
