// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.micrometer.ValidationMeters;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The meters of the validator, in the registry of the application. */
@AutoConfiguration(
    after = JwtValidationAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, ValidationMeters.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(TokenValidator.class)
public final class JwtMetricsAutoConfiguration {

  /** Creates the configuration. */
  public JwtMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  ValidationMeters jwtValidationMeters() {
    return new ValidationMeters();
  }

  /** Later than the validator, which needs the meters as its monitor. */
  @Bean
  SmartInitializingSingleton jwtValidationMetersWatch(
      ValidationMeters meters, TokenValidator validator) {
    return () -> {
      var unused = meters.watch(validator);
    };
  }
}
