// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.All;
import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.monitor.TokenValidatorMonitor;

/** Validator and authenticator of the application, unless it has its own. */
@Singleton
public class JwtValidationBeans {

  /** The highest priority first, as in lists of beans, and by name where priorities are equal. */
  private static final Comparator<InstanceHandle<IssuerCustomizer>> ORDER =
      Comparator.comparingInt(
              (InstanceHandle<IssuerCustomizer> handle) -> -handle.getBean().getPriority())
          .thenComparing(handle -> handle.getBean().getBeanClass().getName());

  private final ResourceServerConfiguration configuration;
  private final boolean isTrained;

  /** What is made of the configuration, and not by the application. */
  private volatile boolean readsTokens;

  private volatile boolean readsRequests;
  private volatile boolean readsProofs;

  JwtValidationBeans(JwtValidationConfig config) {
    this.configuration = new ResourceServerConfiguration(MappedOptions.of(config));
    this.isTrained = LaunchMode.current() == LaunchMode.NORMAL || config.maxTraining().isPresent();
  }

  @Produces
  @Singleton
  @DefaultBean
  TokenValidator validator(
      @All List<InstanceHandle<IssuerCustomizer>> customizers,
      @Any Instance<IssuerResolver> resolver,
      @Any Instance<TokenValidatorMonitor> monitors) {
    readsTokens = true;
    List<IssuerCustomizer> ordered =
        customizers.stream().sorted(ORDER).map(InstanceHandle::get).toList();
    IssuerCustomizer customizer =
        (name, issuer) -> ordered.forEach(each -> each.customize(name, issuer));
    return configured(() -> {
      TokenValidator.Builder validator =
          configuration.validator(customizer, resolver.isUnsatisfied() ? null : resolver.get());
      monitors.forEach(validator::monitor);
      if (!isTrained) {
        validator.maxTraining(Duration.ZERO);
      }
      return validator.build();
    });
  }

  void close(@Disposes TokenValidator validator) {
    validator.close();
  }

  @Produces
  @Singleton
  @DefaultBean
  BearerAuthenticator authenticator(
      TokenValidator validator,
      @Any Instance<HttpMonitor> monitors,
      @Any Instance<ProofOfPossession> own,
      @Any Instance<ReplayStore> store) {
    readsRequests = true;
    List<HttpMonitor> watching = monitors.stream().toList();
    return configured(() -> {
      ProofOfPossession possession =
          own.isUnsatisfied()
              ? configuration.proofOfPossession(store.isUnsatisfied() ? null : store.get())
              : own.get();
      readsProofs = possession != null && own.isUnsatisfied();
      BearerAuthenticator.Builder authenticator =
          configuration.authenticator(validator, possession);
      watching.forEach(authenticator::monitor);
      return authenticator.build();
    });
  }

  /**
   * Makes both, so that a wrong configuration fails the start, also one that nothing reads, and
   * starts to fetch keys, without waiting for issuers that are slow or away.
   */
  void start(
      @Observes StartupEvent event, TokenValidator validator, BearerAuthenticator authenticator) {
    new ReplacedKeys(readsTokens, readsRequests, readsProofs).refuse(ConfigProvider.getConfig());
    var unused = validator.keyHealth();
  }

  private static <T> T configured(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(e.getMessage(), e);
    }
  }
}
