// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jwtvalidation.TokenValidator;

/**
 * The cache of the validator that is watched, in the meters that Micrometer has for every cache. A
 * registry that shows them keeps this object.
 */
final class CacheMeters extends CacheMeterBinder<ValidatorMeters> {

  private static final String CACHE = "jwt.validation";

  /** The superclass refers to it weakly, and a registry keeps only this object. */
  private final ValidatorMeters meters;

  private final String name;

  /**
   * Meters with the tag {@code cache} alone, as those of other caches have it: the registry of
   * Prometheus's simple client refuses meters of one name with other tags.
   *
   * @param validator the name of the validator, which follows that of the cache
   */
  CacheMeters(ValidatorMeters meters, String validator) {
    super(meters, name(validator), Tags.empty());
    this.meters = meters;
    this.name = name(validator);
  }

  private static String name(String validator) {
    return validator.equals(ValidationMeters.UNNAMED) ? CACHE : CACHE + "." + validator;
  }

  void removeFrom(MeterRegistry registry) {
    Tags tags = Tags.of("cache", name);
    remove(registry, "cache.size", tags, Meter.Type.GAUGE);
    remove(registry, "cache.gets", tags.and("result", "hit"), Meter.Type.COUNTER);
    remove(registry, "cache.gets", tags.and("result", "miss"), Meter.Type.COUNTER);
    remove(registry, "cache.puts", tags, Meter.Type.COUNTER);
    remove(registry, "cache.evictions", tags, Meter.Type.COUNTER);
  }

  private static void remove(MeterRegistry registry, String meter, Tags tags, Meter.Type type) {
    Meter.Id id = new Meter.Id(meter, tags, null, null, type);
    Tolerance.of(() -> {
      var unused = registry.removeByPreFilterId(id);
    });
  }

  private TokenValidator validator() {
    return meters.validator();
  }

  @Override
  protected Long size() {
    return validator().cachedTokens();
  }

  @Override
  protected long hitCount() {
    return validator().cacheStatistics().hits();
  }

  @Override
  protected Long missCount() {
    var statistics = validator().cacheStatistics();
    return statistics.requests() - statistics.hits();
  }

  @Override
  protected long putCount() {
    return validator().cacheStatistics().puts();
  }

  @Override
  protected Long evictionCount() {
    return validator().cacheStatistics().evictions();
  }

  @Override
  protected void bindImplementationSpecificMetrics(MeterRegistry registry) {}
}
