// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.LimitsOptions;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.jwtvalidation.http.config.ResourceServerOptions;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the validator.
 *
 * @param issuers Trusted issuers, by a name that is for operators only. Below each name: url, the
 *     issuer identifier, which the claim iss must equal exactly; audience, names of this service,
 *     of which the claim aud must contain one; preset, the kind of issuer, with its rules; and the
 *     further options of an issuer in the manual.
 * @param cacheSize How many validated access tokens are cached, from 0, which turns the cache off,
 *     to 10,000,000; 1,000 by default.
 * @param maxConcurrentVerifications How many threads verify signatures at the same time, from 1 to
 *     10,000; without a bound by default. Not for reactive applications.
 * @param maxResolvedIssuers How many issuers of an IssuerResolver bean are kept, from 1 to 100,000;
 *     1,000 by default.
 * @param maxTraining How long training may delay readiness, up to a minute; zero for no training. 5
 *     seconds by default.
 * @param signatureProvider Installed provider of the Java Cryptography Architecture that verifies
 *     all signatures.
 * @param signaturesByProvidersOnly Whether providers of the Java Cryptography Architecture verify
 *     all signatures, without the arithmetic of the library.
 * @param limits Bounds of a token.
 * @param realm What is protected, in challenges, for people to read; what a filter chain says by
 *     default, or else api.
 * @param challengeScopes Scopes that a challenge to a request without a valid token names where the
 *     rule of the request names none, or is not known yet.
 * @param resource Metadata of the service, for clients that look for its issuers.
 * @param pop Proofs that the sender of a token has the key to which it is bound.
 */
@ConfigurationProperties(ResourceServerConfiguration.PREFIX)
record JwtValidationProperties(
    @DefaultValue Map<String, IssuerProperties> issuers,
    @Nullable Integer cacheSize,
    @Nullable Integer maxConcurrentVerifications,
    @Nullable Integer maxResolvedIssuers,
    @Nullable Duration maxTraining,
    @Nullable String signatureProvider,
    @DefaultValue("false") boolean signaturesByProvidersOnly,
    @DefaultValue Limits limits,
    @Nullable String realm,
    @Nullable List<String> challengeScopes,
    @NestedConfigurationProperty @DefaultValue ResourceProperties resource,
    @NestedConfigurationProperty @DefaultValue PopProperties pop)
    implements ResourceServerOptions {

  /** These properties with other issuers. */
  JwtValidationProperties with(Map<String, IssuerProperties> others) {
    return new JwtValidationProperties(
        others,
        cacheSize,
        maxConcurrentVerifications,
        maxResolvedIssuers,
        maxTraining,
        signatureProvider,
        signaturesByProvidersOnly,
        limits,
        realm,
        challengeScopes,
        resource,
        pop);
  }

  /**
   * Bounds of a token.
   *
   * @param tokenLength Most characters of a token; 16,384 by default.
   * @param headerLength Most characters of an encoded JOSE Header; 4,096 by default.
   * @param stringLength Most characters of a string or name in header or claims; 8,192 by default.
   * @param members Most members of all objects of the header together, and of the claims; 256 by
   *     default.
   * @param depth How deep objects and arrays may be nested, at most 64; 16 by default.
   */
  record Limits(
      @Nullable Integer tokenLength,
      @Nullable Integer headerLength,
      @Nullable Integer stringLength,
      @Nullable Integer members,
      @Nullable Integer depth)
      implements LimitsOptions {}
}
