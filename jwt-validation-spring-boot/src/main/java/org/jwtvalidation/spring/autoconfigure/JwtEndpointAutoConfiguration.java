package org.jwtvalidation.spring.autoconfigure;

import org.jwtvalidation.TokenValidator;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code jwtValidation} of the actuator. */
@AutoConfiguration(after = JwtValidationAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public final class JwtEndpointAutoConfiguration {

  /** The end of the key in any of its spellings, without what is no letter. */
  private static final String NONCE_SECRET = "popdpopnoncesecret";

  /** Creates the configuration. */
  public JwtEndpointAutoConfiguration() {}

  /** The secret of nonces stays one, also where an application shows its properties. */
  @Bean
  SanitizingFunction jwtNonceSecretSanitizing() {
    return data ->
        data.getLowerCaseKey().replaceAll("[^a-z]", "").endsWith(NONCE_SECRET)
            ? data.withSanitizedValue()
            : data;
  }

  /** Apart, since its condition is one of the classes that may be missing. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSingleCandidate(TokenValidator.class)
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
