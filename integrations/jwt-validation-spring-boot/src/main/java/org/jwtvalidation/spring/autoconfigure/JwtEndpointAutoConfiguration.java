// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.regex.Pattern;
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

  /**
   * The keys with secrets in any of their spellings, without what is no letter: that of nonces, and
   * the header fields of requests for keys, which may have the key of an API.
   */
  private static final Pattern SECRET =
      Pattern.compile(".*popdpopnoncesecret|jwtvalidationissuers.*keysheader.*");

  /** Creates the configuration. */
  public JwtEndpointAutoConfiguration() {}

  /** What is secret stays so, also where an application shows its properties. */
  @Bean
  SanitizingFunction jwtSecretsSanitizing() {
    return data ->
        SECRET.matcher(data.getLowerCaseKey().replaceAll("[^a-z]", "")).matches()
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
