// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

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

  /**
   * Meters with the tag {@code cache} alone, as those of other caches have it: Prometheus refuses
   * meters of one name with other tags.
   *
   * @param validator the name of the validator, which follows that of the cache
   */
  CacheMeters(ValidatorMeters meters, String validator) {
    super(
        meters,
        validator.equals(ValidationMeters.UNNAMED) ? CACHE : CACHE + "." + validator,
        Tags.empty());
    this.meters = meters;
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
