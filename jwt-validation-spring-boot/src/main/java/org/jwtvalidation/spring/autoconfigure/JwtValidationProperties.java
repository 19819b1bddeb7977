package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.ResourceServerConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the validator. {@link ConfiguredOptions} says what they mean.
 *
 * @param issuers Trusted issuers, by a name that is for operators only. Below each name: url, the
 *     issuer identifier, which the claim iss must equal exactly, or a template with {tenant};
 *     audience, names of this service, of which the claim aud must contain one; preset, the kind of
 *     issuer, with its rules. What tokens must have: algorithms, all-audiences, clients,
 *     client-claim, require-client, required-claims, require-access-token-type, max-age, leeway,
 *     also-named, tenants. What is relaxed: any-audience, subject-optional, issued-at-optional,
 *     access-token-mark-optional, sender-constraint-checked-elsewhere, ignored-header-parameters.
 *     What they grant: scopes-claim, roles.claim, roles.member-names, roles.keycloak-realm,
 *     roles.keycloak-client. What presets need: repositories, projects, service-accounts,
 *     own-account. Where the keys are, and how they are fetched: keys.jwks-uri, keys.file,
 *     keys.discovered, keys.metadata-issuer, keys.connect-timeout, keys.total-timeout,
 *     keys.body-limit, keys.refresh-interval, keys.min-refresh-interval,
 *     keys.refresh-ahead-percent, keys.unknown-key-cooldown, keys.first-retry, keys.longest-retry,
 *     keys.hard-expiry, keys.rotated-key-grace, keys.header, keys.allow-loopback-http,
 *     keys.allow-http-from.
 * @param cacheSize How many validated access tokens are cached, from 0, which turns the cache off,
 *     to 10,000,000; 1,000 by default.
 * @param maxConcurrentVerifications How many threads verify signatures at the same time, from 1 to
 *     10,000; without a bound by default. Not for reactive applications.
 * @param maxResolvedIssuers How many issuers of an IssuerResolver bean are kept, from 1 to 100,000;
 *     1,000 by default.
 * @param maxTraining How long the health waits until the JVM has compiled the arithmetic of the
 *     issuers' keys, up to a minute; zero for no training. 5 seconds by default.
 * @param signatureProvider Installed provider of the Java Cryptography Architecture that verifies
 *     all signatures.
 * @param signaturesByProvidersOnly Whether providers of the Java Cryptography Architecture verify
 *     all signatures, without the arithmetic of the library.
 * @param limits Bounds of a token.
 * @param pop Proofs that the sender of a token has the key to which it is bound.
 */
@ConfigurationProperties(ResourceServerConfiguration.PREFIX)
record JwtValidationProperties(
    @Nullable Map<String, IssuerProperties> issuers,
    @Nullable Integer cacheSize,
    @Nullable Integer maxConcurrentVerifications,
    @Nullable Integer maxResolvedIssuers,
    @Nullable Duration maxTraining,
    @Nullable String signatureProvider,
    @DefaultValue("false") boolean signaturesByProvidersOnly,
    @DefaultValue Limits limits,
    @NestedConfigurationProperty @DefaultValue PopProperties pop) {

  /**
   * Bounds of a token.
   *
   * @param tokenLength Most characters of a token; 16,384 by default.
   * @param headerLength Most characters of an encoded JOSE Header; 4,096 by default.
   * @param stringLength Most characters of a string or name in header or claims; 8,192 by default.
   * @param members Most members of all objects of the header together, and of the claims; 256 by
   *     default.
   * @param depth How deep objects and arrays may be nested, at most 64; 16 by default.
   * @param keyIdLength Most characters of a Key ID; 256 by default.
   */
  record Limits(
      @Nullable Integer tokenLength,
      @Nullable Integer headerLength,
      @Nullable Integer stringLength,
      @Nullable Integer members,
      @Nullable Integer depth,
      @Nullable Integer keyIdLength) {}
}
