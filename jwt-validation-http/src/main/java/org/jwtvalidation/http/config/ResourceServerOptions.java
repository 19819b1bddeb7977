package org.jwtvalidation.http.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.jwk.SignaturePolicy;

/**
 * What a text, such as a properties file, can say about a resource server: the interface that a
 * framework implements by its configuration. Each method is an option, whose key is its name in
 * kebab case below {@code jwt-validation}: {@code jwt-validation.cache-size}. A value that is
 * missing, null or false, leaves the default of the method of a builder that the option links to;
 * its bounds are there, too. {@link ResourceServerConfiguration} checks the options and applies
 * them.
 */
public interface ResourceServerOptions {

  /** The rows of the builder of the validator. */
  List<Option<ResourceServerOptions, TokenValidator.Builder, ?>> VALIDATOR =
      List.of(
          new Option<>(
              "max-resolved-issuers",
              ResourceServerOptions::maxResolvedIssuers,
              TokenValidator.Builder::maxResolvedIssuers),
          new Option<>(
              "cache-size", ResourceServerOptions::cacheSize, TokenValidator.Builder::cacheSize),
          new Option<>(
              "max-concurrent-verifications",
              ResourceServerOptions::maxConcurrentVerifications,
              TokenValidator.Builder::maxConcurrentVerifications),
          new Option<>(
              "max-training",
              ResourceServerOptions::maxTraining,
              TokenValidator.Builder::maxTraining));

  /** The trusted issuers ({@code issuers.<name>.*}), by a name that is for operators only. */
  Map<String, ? extends IssuerOptions> issuers();

  /** How many validated access tokens are cached: {@link TokenValidator.Builder#cacheSize}. */
  @Nullable Integer cacheSize();

  /**
   * How many threads verify signatures at the same time: {@link
   * TokenValidator.Builder#maxConcurrentVerifications}.
   */
  @Nullable Integer maxConcurrentVerifications();

  /** How many issuers of a resolver are kept: {@link TokenValidator.Builder#maxResolvedIssuers}. */
  @Nullable Integer maxResolvedIssuers();

  /** How long a readiness probe waits for training: {@link TokenValidator.Builder#maxTraining}. */
  @Nullable Duration maxTraining();

  /** The bounds of a token ({@code limits.*}). */
  LimitsOptions limits();

  /** The installed provider that verifies all signatures: {@link SignaturePolicy#provider}. */
  @Nullable String signatureProvider();

  /** Whether the policy is {@link SignaturePolicy#providersOnly}. */
  boolean signaturesByProvidersOnly();

  /** What challenges call the resource: {@link BearerAuthenticator.Builder#realm}. */
  @Nullable String realm();

  /** The metadata of the resource ({@code resource.*}); null where the framework serves them. */
  @Nullable ResourceOptions resource();

  /** Which proofs of possession are checked ({@code pop.*}). */
  PopOptions pop();
}
