package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code jwtValidation} of the actuator. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(TokenValidator.class)
public final class JwtEndpointAutoConfiguration {

  /** Creates the configuration. */
  public JwtEndpointAutoConfiguration() {}

  /** Apart, since its condition is one of the classes that may be missing. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnAvailableEndpoint(JwtValidationEndpoint.class)
  static class EndpointConfiguration {

    @Bean
    OutcomeCounts jwtOutcomeCounts() {
      return new OutcomeCounts();
    }

    @Bean
    JwtValidationEndpoint jwtValidationEndpoint(TokenValidator validator, OutcomeCounts outcomes) {
      return new JwtValidationEndpoint(validator, outcomes);
    }
  }
}
