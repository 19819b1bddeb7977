// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import jakarta.inject.Singleton;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;

/**
 * Ready while the tokens of each configured issuer can be decided, once validation has been
 * trained. Never waits.
 */
@Readiness
@Singleton
public class KeysReadiness implements HealthCheck {

  private final TokenValidator validator;

  KeysReadiness(TokenValidator validator) {
    this.validator = validator;
  }

  @Override
  public HealthCheckResponse call() {
    Map<String, KeySourceHealth> health = validator.keyHealth();
    boolean isReady = validator.isReady();
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("jwt-validation keys").status(isReady);
    health.forEach((issuer, keys) -> response.withData(issuer, keys.state().name()));
    if (!isReady && health.values().stream().allMatch(KeySourceHealth::isUsable)) {
      response.withData("training", true);
    }
    return response.build();
  }
}
