package org.jwtvalidation.spring.autoconfigure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of the keys, with a detail for each configured issuer: down if an issuer has no usable
 * keys, out of service until all have been fetched once.
 */
final class KeysHealthIndicator implements HealthIndicator {

  private final TokenValidator validator;

  KeysHealthIndicator(TokenValidator validator) {
    this.validator = validator;
  }

  @Override
  public Health health() {
    Map<String, KeySourceHealth> issuers = validator.keyHealth();
    Map<String, Object> details = new LinkedHashMap<>();
    issuers.forEach((issuer, keys) -> details.put(issuer, KeysDescription.of(keys)));
    return Health.status(status(issuers.values())).withDetails(details).build();
  }

  private static Status status(Collection<KeySourceHealth> issuers) {
    if (issuers.stream().anyMatch(keys -> keys.state() == KeySourceHealth.State.UNAVAILABLE)) {
      return Status.DOWN;
    }
    return issuers.stream().allMatch(KeySourceHealth::isUsable) ? Status.UP : Status.OUT_OF_SERVICE;
  }
}
