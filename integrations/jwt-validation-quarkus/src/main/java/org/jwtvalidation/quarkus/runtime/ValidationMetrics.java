// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.micrometer.HttpMeters;
import org.jwtvalidation.micrometer.ValidationMeters;

/** Meters, which are a bean only where there is Micrometer. Quarkus binds them to its registry. */
@Singleton
public class ValidationMetrics {

  ValidationMetrics() {}

  @Produces
  @Singleton
  ValidationMeters validations() {
    return new ValidationMeters();
  }

  @Produces
  @Singleton
  HttpMeters requests() {
    return new HttpMeters();
  }

  void watch(@Observes StartupEvent event, ValidationMeters meters, TokenValidator validator) {
    var unused = meters.watch(validator);
  }
}
