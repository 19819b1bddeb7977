// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.jwtvalidation.keysource.KeySourceHealth.State;

/**
 * Meters of the keys and the cache of the validator that is watched. A registry that shows them
 * keeps this object. Thread-safe.
 */
final class ValidatorMeters {

  /** The gauges of one scrape share what they read. */
  private static final long READ_LIFETIME = TimeUnit.SECONDS.toNanos(1);

  private record Read(Map<String, KeySourceHealth> health, long at) {}

  private final String name;
  private final Tags named;
  private final AtomicReference<@Nullable TokenValidator> watched = new AtomicReference<>();
  private volatile Set<String> issuers = Set.of();
  private final AtomicReference<@Nullable Read> latest = new AtomicReference<>();

  /**
   * Meters of no validator yet.
   *
   * @param name the value of the tag {@code validator}
   */
  ValidatorMeters(String name) {
    this.name = name;
    this.named = Tags.of("validator", name);
  }

  void watch(TokenValidator validator) {
    issuers = Set.copyOf(validator.keyHealth().keySet());
    watched.set(validator);
    latest.set(null);
  }

  /** Shows the meters in a registry, and says which. */
  void bindTo(MeterRegistry registry, Registrations registered) {
    if (watched.get() == null) {
      return;
    }
    issuers.forEach(
        issuer -> keys(registry, issuer).forEach(meter -> registered.add(registry, meter)));
    new CacheMeters(this, name).bindTo(registry);
  }

  /** Removes the meters that {@link Registrations} do not have. */
  void removeFrom(MeterRegistry registry) {
    new CacheMeters(this, name).removeFrom(registry);
  }

  private List<Meter> keys(MeterRegistry registry, String issuer) {
    List<Meter> meters = new ArrayList<>();
    meters.add(
        Gauge.builder("jwt.keys", this, shown -> shown.of(issuer, KeySourceHealth::keys))
            .tags(named.and("issuer", issuer))
            .description("Keys in force")
            .strongReference(true)
            .register(registry));
    meters.add(
        TimeGauge.builder(
                "jwt.keys.age",
                this,
                TimeUnit.NANOSECONDS,
                shown -> shown.of(issuer, health -> nanos(health.age())))
            .tags(named.and("issuer", issuer))
            .description("Time since the keys were fetched or confirmed")
            .strongReference(true)
            .register(registry));
    for (State state : State.values()) {
      meters.add(
          Gauge.builder(
                  "jwt.keys.state",
                  this,
                  shown -> shown.of(issuer, health -> health.state() == state ? 1 : 0))
              .tags(named.and("issuer", issuer, "state", Tagged.value(state)))
              .description("1 for the state of the keys, 0 for all others")
              .strongReference(true)
              .register(registry));
    }
    meters.add(tables(registry, issuer, "in_use", KeyTables::count));
    meters.add(tables(registry, issuer, "declined", KeyTables::declined));
    meters.add(tables(registry, issuer, "over_budget", KeyTables::overBudget));
    return meters;
  }

  private Meter tables(
      MeterRegistry registry, String issuer, String state, ToDoubleFunction<KeyTables> count) {
    return Gauge.builder("jwt.keys.tables", this, meters -> meters.tables(issuer, count))
        .tags(named.and("issuer", issuer, "state", state))
        .description("Keys that are used enough for tables, by what has become of these")
        .strongReference(true)
        .register(registry);
  }

  private static double nanos(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toNanos();
  }

  /** The validator that is watched. Meters are registered only once there is one. */
  TokenValidator validator() {
    return Objects.requireNonNull(watched.get());
  }

  private double of(String issuer, ToDoubleFunction<KeySourceHealth> value) {
    KeySourceHealth health = health().get(issuer);
    return health == null ? Double.NaN : value.applyAsDouble(health);
  }

  /** Of the tables of an issuer's keys; unknown once the validator is closed. */
  private double tables(String issuer, ToDoubleFunction<KeyTables> count) {
    try {
      KeyTables tables = validator().keyTables().get(issuer);
      return tables == null ? Double.NaN : count.applyAsDouble(tables);
    } catch (IllegalStateException e) {
      return Double.NaN;
    }
  }

  /** Whether the configuration of the validator names the issuer. */
  boolean isConfigured(String issuer) {
    return issuers.contains(issuer);
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
      return validator().keyHealth();
    } catch (IllegalStateException e) {
      return Map.of();
    }
  }
}
