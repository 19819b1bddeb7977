package org.jwtvalidation.http.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a text, such as a properties file, can say about a resource server: the interface that a
 * framework implements by its configuration. Each method is an option, whose key is its name in
 * kebab case below {@code jwt-validation}: {@code jwt-validation.cache-size}. A value that is
 * missing leaves the default of the builder that the method links to. {@link
 * ResourceServerConfiguration} checks the options and applies them.
 */
public interface ResourceServerOptions {

  /**
   * Returns the trusted issuers ({@code issuers.<name>.*}).
   *
   * @return the options of each issuer, by a name that is for operators only
   */
  default Map<String, ? extends IssuerOptions> issuers() {
    return Map.of();
  }

  /**
   * Returns how many validated access tokens are cached.
   *
   * @return the number for {@link org.jwtvalidation.TokenValidator.Builder#cacheSize}
   */
  default OptionalInt cacheSize() {
    return OptionalInt.empty();
  }

  /**
   * Returns how many threads verify signatures at the same time.
   *
   * @return the number for {@link
   *     org.jwtvalidation.TokenValidator.Builder#maxConcurrentVerifications}
   */
  default OptionalInt maxConcurrentVerifications() {
    return OptionalInt.empty();
  }

  /**
   * Returns how many issuers of a resolver are kept.
   *
   * @return the number for {@link org.jwtvalidation.TokenValidator.Builder#maxResolvedIssuers}
   */
  default OptionalInt maxResolvedIssuers() {
    return OptionalInt.empty();
  }

  /**
   * Returns how long a readiness probe waits for the training of validation.
   *
   * @return the duration for {@link org.jwtvalidation.TokenValidator.Builder#maxTraining}
   */
  default Optional<Duration> maxTraining() {
    return Optional.empty();
  }

  /**
   * Returns the bounds of a token ({@code limits.*}).
   *
   * @return the bounds
   */
  default LimitsOptions limits() {
    return new LimitsOptions() {};
  }

  /**
   * Returns the installed provider that verifies all signatures.
   *
   * @return the name for {@link org.jwtvalidation.jwk.SignaturePolicy#provider(String)}
   */
  default Optional<String> signatureProvider() {
    return Optional.empty();
  }

  /**
   * Returns whether the policy is {@link org.jwtvalidation.jwk.SignaturePolicy#providersOnly}.
   *
   * @return false if the option is not set
   */
  default boolean signaturesByProvidersOnly() {
    return false;
  }

  /**
   * Returns what challenges call the resource.
   *
   * @return the name for {@link org.jwtvalidation.http.BearerAuthenticator.Builder#realm}
   */
  default Optional<String> realm() {
    return Optional.empty();
  }

  /**
   * Returns the metadata of the resource ({@code resource.*}).
   *
   * @return the metadata
   */
  default ResourceOptions resource() {
    return new ResourceOptions() {};
  }

  /**
   * Returns which proofs of possession are checked ({@code pop.*}).
   *
   * @return the options of the checks
   */
  default PopOptions pop() {
    return new PopOptions() {};
  }
}
