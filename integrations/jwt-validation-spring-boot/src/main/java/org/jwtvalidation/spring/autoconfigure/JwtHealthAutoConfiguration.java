// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health contributor {@code jwtKeys}. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnSingleCandidate(TokenValidator.class)
public final class JwtHealthAutoConfiguration {

  /** Creates the configuration. */
  public JwtHealthAutoConfiguration() {}

  @Bean
  @ConditionalOnEnabledHealthIndicator("jwt-keys")
  @ConditionalOnMissingBean(name = "jwtKeysHealthIndicator")
  KeysHealthIndicator jwtKeysHealthIndicator(TokenValidator validator) {
    return new KeysHealthIndicator(validator);
  }
}
