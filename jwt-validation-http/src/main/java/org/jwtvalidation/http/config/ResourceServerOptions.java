// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.jwk.SignaturePolicy;

/**
 * The options that properties can set; a framework implements this interface with its
 * configuration. Each method is an option, whose key is its name in kebab case below {@code
 * jwt-validation}: {@code jwt-validation.cache-size}. A value that is missing, null or false,
 * leaves the default of the method of a builder that the option links to; its bounds are there,
 * too. {@link ResourceServerConfiguration} checks the options and applies them.
 */
public interface ResourceServerOptions {

  /**
   * {@return the trusted issuers ({@code issuers.<name>.*}), by a name that is for operators only}
   */
  Map<String, ? extends IssuerOptions> issuers();

  /**
   * {@return how many validated access tokens are cached: {@link TokenValidator.Builder#cacheSize}}
   */
  @Nullable Integer cacheSize();

  /**
   * {@return how many threads verify signatures at the same time: {@link
   * TokenValidator.Builder#maxConcurrentVerifications}}
   */
  @Nullable Integer maxConcurrentVerifications();

  /**
   * {@return how many issuers of a resolver are kept: {@link
   * TokenValidator.Builder#maxResolvedIssuers}}
   */
  @Nullable Integer maxResolvedIssuers();

  /** {@return how long training may delay readiness: {@link TokenValidator.Builder#maxTraining}} */
  @Nullable Duration maxTraining();

  /** {@return the bounds of a token ({@code limits.*})} */
  LimitsOptions limits();

  /**
   * {@return the installed provider that verifies all signatures: {@link SignaturePolicy#provider}}
   */
  @Nullable String signatureProvider();

  /** {@return whether the policy is {@link SignaturePolicy#providersOnly}} */
  boolean signaturesByProvidersOnly();

  /** {@return what challenges call the resource: {@link BearerAuthenticator.Builder#realm}} */
  @Nullable String realm();

  /**
   * {@return the scopes that a 401 names where the rule of the request names none, or is not known
   * yet: {@link BearerAuthenticator.Builder#challengeScopes}}
   */
  @Nullable List<String> challengeScopes();

  /** {@return the metadata of the resource ({@code resource.*})} */
  ResourceOptions resource();

  /** {@return which proofs of possession are checked ({@code pop.*})} */
  PopOptions pop();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows of the builder of the validator. */
    static final List<Option<ResourceServerOptions, TokenValidator.Builder, ?>> VALIDATOR =
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

    /** The rows of the builder of the authenticator. */
    static final List<Option<ResourceServerOptions, BearerAuthenticator.Builder, ?>> AUTHENTICATOR =
        List.of(
            new Option<>("realm", ResourceServerOptions::realm, BearerAuthenticator.Builder::realm),
            Option.list(
                "challenge-scopes",
                ResourceServerOptions::challengeScopes,
                BearerAuthenticator.Builder::challengeScopes));

    private Rows() {}
  }
}
