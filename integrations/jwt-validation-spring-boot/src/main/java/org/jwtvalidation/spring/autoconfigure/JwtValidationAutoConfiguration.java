// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.jfr.JfrMonitor;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * The {@link TokenValidator} of an application, from the properties {@code jwt-validation.*} or, if
 * these name no issuer, from Spring Boot's own. Monitors, issuer customizers, an issuer resolver, a
 * replay store and a {@link ProofOfPossession} are beans of the application.
 */
@AutoConfiguration(
    beforeName = {
      // Spring Boot 4.1 has the first two, 4.0 the last two.
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerAutoConfiguration",
      "org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration"
    })
@Conditional(OnEnabled.class)
@EnableConfigurationProperties(JwtValidationProperties.class)
@ImportRuntimeHints(JwtRuntimeHints.class)
public final class JwtValidationAutoConfiguration {

  /** Checks the keys, before their values are read. */
  private static final String KNOWN_KEYS = "jwtValidationKnownKeys";

  /** Creates the configuration. */
  public JwtValidationAutoConfiguration() {}

  // Also where beans are made late: a key that has no effect must stop the start, not a request.
  @Bean(KNOWN_KEYS)
  @Lazy(false)
  static KnownKeys jwtValidationKnownKeys(Environment environment, ListableBeanFactory beans) {
    KnownKeys known = KnownKeys.check(environment);
    ReplacedKeys.refuse(environment, beans);
    return known;
  }

  @Bean
  static SmartInitializingSingleton jwtValidationReplacedKeys(
      Environment environment, ListableBeanFactory beans) {
    return () -> ReplacedKeys.refuseBesideDecoders(environment, beans);
  }

  /** The check that servlet applications ask for tokens. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @Conditional(OnIssuers.class)
  static class ServletProtectionConfiguration {

    @Bean
    ProtectionCheck jwtValidationProtection(Environment environment, ListableBeanFactory beans) {
      return ServletProtection.check(environment, beans);
    }
  }

  /** The check that reactive applications ask for tokens. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @Conditional(OnIssuers.class)
  static class ReactiveProtectionConfiguration {

    @Bean
    ProtectionCheck jwtValidationProtection(Environment environment, ListableBeanFactory beans) {
      return ReactiveProtection.check(environment, beans);
    }
  }

  /** The validator. */
  @Order(0)
  @Configuration(proxyBeanMethods = false)
  @Conditional(OnIssuers.class)
  @ConditionalOnMissingBean(TokenValidator.class)
  static class ValidatorConfiguration {

    @Bean(destroyMethod = "close")
    @DependsOn(KNOWN_KEYS)
    TokenValidator tokenValidator(
        JwtValidationProperties properties,
        Environment environment,
        ObjectProvider<IssuerCustomizer> customizers,
        ObjectProvider<IssuerResolver> resolver,
        ObjectProvider<TokenValidatorMonitor> monitors) {
      IssuerCustomizer all =
          (name, issuer) ->
              customizers.orderedStream().forEach(each -> each.customize(name, issuer));
      @Nullable IssuerResolver further = resolver.getIfAvailable();
      TokenValidator.Builder builder =
          ConfiguredBeans.validator(properties, environment, all, further);
      monitors.orderedStream().forEach(builder::monitor);
      TokenValidator validator = builder.build();
      // Starts to fetch the keys in the background, so that the first token need not wait.
      var unused = validator.keyHealth();
      return validator;
    }
  }

  /**
   * Whether Spring Boot's own issuer is trusted, where it is configured and no decoder reads it.
   */
  @Configuration(proxyBeanMethods = false)
  @Conditional(OnNoDecoder.class)
  static class SpringSecurityConfiguration {

    @Bean
    @Lazy(false)
    SpringSecurityIssuer.InForce jwtValidationSpringSecurityIssuer(
        Environment environment, ListableBeanFactory beans) {
      return SpringSecurityIssuer.InForce.check(environment, beans);
    }
  }

  /** The check of proofs of possession. */
  @Order(0)
  @Configuration(proxyBeanMethods = false)
  @Conditional(OnPossession.class)
  @ConditionalOnMissingBean(ProofOfPossession.class)
  static class PossessionConfiguration {

    @Bean
    @DependsOn(KNOWN_KEYS)
    ProofOfPossession proofOfPossession(
        JwtValidationProperties properties,
        Environment environment,
        BeanFactory beans,
        ObjectProvider<ReplayStore> store) {
      return Objects.requireNonNull(
          ConfiguredBeans.possession(properties, environment, beans, store.getIfAvailable()));
    }
  }

  /**
   * What the service says of itself to clients. The configurations before this one have their order
   * so that it finds their beans.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(TokenValidator.class)
  static class AnswersConfiguration {

    @Bean
    @DependsOn(KNOWN_KEYS)
    ServiceAnswers jwtServiceAnswers(
        ObjectProvider<TokenValidator> validators,
        ListableBeanFactory beans,
        JwtValidationProperties properties,
        ObjectProvider<ProofOfPossession> proofs) {
      @Nullable TokenValidator validator = validators.getIfUnique();
      return new ServiceAnswers(
          validator == null
              ? ConfiguredBeans.authenticator(properties, beans, proofs.getIfAvailable())
              : ConfiguredBeans.authenticator(properties, validator, proofs.getIfAvailable()),
          properties.realm() != null);
    }
  }

  /** The events of the Flight Recorder. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JfrMonitor.class)
  @Conditional(OnIssuers.class)
  static class FlightRecorderConfiguration {

    @Bean
    @ConditionalOnMissingBean
    JfrMonitor jfrMonitor() {
      return new JfrMonitor();
    }
  }
}
