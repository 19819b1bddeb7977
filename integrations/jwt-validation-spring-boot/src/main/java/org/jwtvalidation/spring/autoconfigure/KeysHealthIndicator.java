// SPDX-License-Identifier: Apache-2.0
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
 * keys, out of service until all have been fetched once, and until validation has been trained.
 */
final class KeysHealthIndicator implements HealthIndicator {

  private final TokenValidator validator;

  KeysHealthIndicator(TokenValidator validator) {
    this.validator = validator;
  }

  @Override
  public Health health() {
    Map<String, KeySourceHealth> issuers = validator.keyHealth();
    boolean isReady = validator.isReady();
    Map<String, Object> details = new LinkedHashMap<>();
    issuers.forEach((issuer, keys) -> details.put(issuer, KeysDescription.of(keys)));
    if (!isReady && issuers.values().stream().allMatch(KeySourceHealth::isUsable)) {
      details.put("training", true);
    }
    return Health.status(status(isReady, issuers.values())).withDetails(details).build();
  }

  private static Status status(boolean isReady, Collection<KeySourceHealth> issuers) {
    if (issuers.stream().anyMatch(keys -> keys.state() == KeySourceHealth.State.UNAVAILABLE)) {
      return Status.DOWN;
    }
    return isReady ? Status.UP : Status.OUT_OF_SERVICE;
  }
}
