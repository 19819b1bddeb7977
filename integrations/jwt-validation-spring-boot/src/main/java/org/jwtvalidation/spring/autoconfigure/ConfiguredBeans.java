// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

/** What the properties describe. */
final class ConfiguredBeans {

  private ConfiguredBeans() {}

  /**
   * A builder of the validator. Spring Boot's own issuer is trusted if there is no other.
   *
   * @throws JwtConfigurationException if a property is missing or wrong
   */
  static TokenValidator.Builder validator(
      JwtValidationProperties properties,
      Environment environment,
      IssuerCustomizer customizer,
      @Nullable IssuerResolver resolver) {
    SpringSecurityProperties ofSpring = SpringSecurityProperties.of(environment);
    if (!properties.issuers().isEmpty() || !ofSpring.describeAnIssuer()) {
      return checked(
          () -> new ResourceServerConfiguration(properties).validator(customizer, resolver));
    }
    JwtValidationProperties given =
        properties.with(
            Map.of(SpringSecurityIssuer.NAME, new SpringSecurityIssuer(ofSpring).options()));
    try {
      return new ResourceServerConfiguration(given).validator(customizer, resolver);
    } catch (IllegalArgumentException e) {
      throw new JwtConfigurationException(
          SpringSecurityIssuer.inTheirKeys(String.valueOf(e.getMessage())), e);
    }
  }

  /**
   * What makes the challenges, and has the metadata that they name.
   *
   * @throws JwtConfigurationException if a property is wrong
   */
  static BearerAuthenticator authenticator(
      JwtValidationProperties properties,
      TokenValidator validator,
      @Nullable ProofOfPossession possession) {
    return checked(() ->
        new ResourceServerConfiguration(properties).authenticator(validator, possession).build());
  }

  /**
   * The same for several validators, of which decoders of the application choose. Challenges ask
   * none of them for anything; only metadata name issuers.
   *
   * @throws JwtConfigurationException if a property is wrong, or metadata would name the issuers of
   *     one of the validators
   */
  static BearerAuthenticator authenticator(
      JwtValidationProperties properties,
      ListableBeanFactory beans,
      @Nullable ProofOfPossession possession) {
    ResourceProperties resource = properties.resource();
    if (resource.url() != null && resource.authorizationServers() == null) {
      throw new JwtConfigurationException(
          ResourceServerConfiguration.PREFIX
              + ".resource.authorization-servers: none given besides several TokenValidator beans;"
              + " name the issuers that clients get tokens from, or make one of the beans"
              + " @Primary");
    }
    TokenValidator any =
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, TokenValidator.class)
            .values()
            .iterator()
            .next();
    return authenticator(properties, any, possession);
  }

  /**
   * The check of proofs of possession, or null if the properties have none.
   *
   * @throws JwtConfigurationException if a property is missing or wrong
   */
  static @Nullable ProofOfPossession possession(
      JwtValidationProperties properties,
      Environment environment,
      BeanFactory beans,
      @Nullable ReplayStore store) {
    String forwarded = ForwardedHeaders.inForce(environment, beans);
    if (properties.pop().mutualTlsProxies() != null && forwarded != null) {
      throw new JwtConfigurationException(
          ResourceServerConfiguration.PREFIX + ".pop.mutual-tls-proxies: " + forwarded);
    }
    return checked(() -> new ResourceServerConfiguration(properties).proofOfPossession(store));
  }

  private static <T extends @Nullable Object> T checked(Supplier<T> described) {
    try {
      return described.get();
    } catch (IllegalArgumentException e) {
      throw new JwtConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }
}
