// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.micrometer.HttpMeters;
import org.jwtvalidation.micrometer.ValidationMeters;

/**
 * Meters, of the extension or the application. They are there only where there is Micrometer.
 * Quarkus binds them to its registry.
 */
@Singleton
public class ValidationMetrics {

  ValidationMetrics() {}

  void watch(
      @Observes StartupEvent event,
      @Any Instance<ValidationMeters> meters,
      TokenValidator validator) {
    for (ValidationMeters each : meters) {
      var unused = each.watch(validator);
    }
  }

  /**
   * Leaves the registry to the next application, as in tests and after a reload: that of Quarkus is
   * static. This event comes after the last export, and also where the start has failed.
   */
  void unbind(
      @Observes @BeforeDestroyed(ApplicationScoped.class) Object event,
      @Any Instance<ValidationMeters> validations,
      @Any Instance<HttpMeters> requests) {
    validations.forEach(ValidationMeters::unbind);
    requests.forEach(HttpMeters::unbind);
  }
}
