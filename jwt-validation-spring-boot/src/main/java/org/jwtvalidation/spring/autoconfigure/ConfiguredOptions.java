package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.IssuerOptions;
import org.jwtvalidation.http.config.LimitsOptions;
import org.jwtvalidation.http.config.PopOptions;
import org.jwtvalidation.http.config.ResourceServerOptions;

/**
 * The options of the validator, from its properties.
 *
 * @param properties the properties
 * @param issuers the options of the issuers by name
 */
record ConfiguredOptions(
    JwtValidationProperties properties, Map<String, ? extends IssuerOptions> issuers)
    implements ResourceServerOptions {

  @Override
  public OptionalInt cacheSize() {
    return GivenNumber.of(properties.cacheSize());
  }

  @Override
  public OptionalInt maxConcurrentVerifications() {
    return GivenNumber.of(properties.maxConcurrentVerifications());
  }

  @Override
  public OptionalInt maxResolvedIssuers() {
    return GivenNumber.of(properties.maxResolvedIssuers());
  }

  @Override
  public Optional<Duration> maxTraining() {
    return Optional.ofNullable(properties.maxTraining());
  }

  @Override
  public Optional<String> signatureProvider() {
    return Optional.ofNullable(properties.signatureProvider());
  }

  @Override
  public boolean signaturesByProvidersOnly() {
    return properties.signaturesByProvidersOnly();
  }

  @Override
  public LimitsOptions limits() {
    return new ConfiguredLimits(properties.limits());
  }

  @Override
  public PopOptions pop() {
    return new ConfiguredPop(properties.pop());
  }
}
