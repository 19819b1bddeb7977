// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenLimits;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.internal.metadata.MetadataUris;
import org.jwtvalidation.jwk.SignaturePolicy;

/**
 * The builders of validator and authenticator, and the check of proofs of possession, that {@link
 * ResourceServerOptions} describe, for a framework to add monitors and the like. Each failure is an
 * {@link IllegalArgumentException} whose message has the full key, such as {@code
 * jwt-validation.issuers.shop.leeway}, the value, and the remedy. Immutable and thread-safe if the
 * options are.
 */
public final class ResourceServerConfiguration {

  /** What all keys begin with, before a dot. */
  public static final String PREFIX = "jwt-validation";

  private static final String AUTHORIZATION_SERVERS = "authorization-servers";

  private static final Pattern MAY_BE_EMPTY =
      Pattern.compile(
          // A name with dots is in quotation marks in Quarkus, and in brackets in Spring Boot.
          "issuers(\\.(\"[^\"]+\"|[^.\"]+)|\\[[^]]+])\\."
              + "(url|preset|own-account|keys\\.(jwks-uri|file|discovered))"
              + "|pop\\.(dpop\\.(public-base|nonce-secret)|mutual-tls-proxies)");

  private final ResourceServerOptions options;
  private final Section section = new Section(PREFIX);

  /**
   * Takes options, which are checked when a builder is asked for.
   *
   * @param options the options
   */
  public ResourceServerConfiguration(ResourceServerOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  /**
   * Returns whether an empty value of a key stands for none, so that a test or a profile can unset
   * it. That of any other key is to be refused: a limit or list was meant.
   *
   * @param key the key in full, in kebab case
   * @return false also for what is no key
   */
  public static boolean mayBeEmpty(String key) {
    return key.startsWith(PREFIX + ".")
        && MAY_BE_EMPTY.matcher(key.substring(PREFIX.length() + 1)).matches();
  }

  /**
   * Returns a builder with the options, and with what text cannot say about issuers.
   *
   * @param customizer called for each issuer, in the order of the options
   * @param resolver trusts further issuers, or null to trust those of the options only
   * @return a new builder at each call, with key sources of its own
   * @throws IllegalArgumentException if there is neither an issuer nor a resolver, or an option is
   *     missing, wrong, or contradicts another
   */
  public TokenValidator.Builder validator(
      IssuerCustomizer customizer, @Nullable IssuerResolver resolver) {
    TokenValidator.Builder validator = TokenValidator.builder();
    if (options.issuers().isEmpty() && resolver == null) {
      throw section.failure(
          "issuers", "none given", "set " + PREFIX + ".issuers.<name>.url and .audience");
    }
    issuers(customizer).forEach((name, issuer) -> add(validator, name, issuer));
    if (resolver != null) {
      validator.issuerResolver(resolver);
    }
    section.set(ResourceServerOptions.Rows.VALIDATOR, options, validator);
    validator.limits(limits());
    validator.signaturePolicy(signaturePolicy());
    return validator;
  }

  /** The configurations by the name of the issuer. */
  private Map<String, IssuerConfig> issuers(IssuerCustomizer customizer) {
    Map<String, IssuerConfig> configs = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    Section issuers = section.below("issuers");
    options
        .issuers()
        .forEach((name, issuer) -> {
          Section ofIssuer = issuers.below(name);
          IssuerConfig config = new ConfiguredIssuer(name, issuer, ofIssuer).config(customizer);
          String first = names.putIfAbsent(config.issuer(), name);
          if (first != null) {
            throw ofIssuer.failure(
                "url",
                config.issuer() + " is also that of " + issuers.below(first).key(),
                "configure each issuer once");
          }
          configs.put(name, config);
        });
    return configs;
  }

  /** Refuses an issuer of which another one has a name. */
  private void add(TokenValidator.Builder validator, String name, IssuerConfig issuer) {
    section.below("issuers").below(name).run("issuer-aliases", () -> validator.issuer(issuer));
  }

  private TokenLimits limits() {
    AtomicReference<TokenLimits> limits = new AtomicReference<>(TokenLimits.defaults());
    section.below("limits").set(LimitsOptions.Rows.LIMITS, options.limits(), limits);
    return Objects.requireNonNull(limits.get());
  }

  /**
   * Returns what checks proofs of possession. Signatures of DPoP proofs are verified as those of
   * tokens are.
   *
   * @param store where used DPoP proofs are remembered, or null for the memory of this service
   * @return what checks them, new at each call, or null if the options have nothing to check
   * @throws IllegalArgumentException if an option is wrong, contradicts another, or has no effect
   */
  public @Nullable ProofOfPossession proofOfPossession(@Nullable ReplayStore store) {
    return new ConfiguredPossession(options.pop(), section.below("pop"))
        .check(signaturePolicy(), store);
  }

  private SignaturePolicy signaturePolicy() {
    String provider = options.signatureProvider();
    if (provider != null) {
      return section.get("signature-provider", () -> SignaturePolicy.provider(provider));
    }
    return options.signaturesByProvidersOnly()
        ? SignaturePolicy.providersOnly()
        : SignaturePolicy.fastest();
  }

  /**
   * Returns a builder with the options for requests, and with the metadata of the resource, if they
   * have its URL: {@link org.jwtvalidation.http.FrameworkAuthenticator#resource}.
   *
   * @param validator validates the tokens; the metadata name the issuers that it trusts by name
   * @param possession checks proofs of possession, as {@link #proofOfPossession} does; null if none
   *     are checked
   * @return a new builder at each call
   * @throws IllegalArgumentException if an option is wrong, or contradicts another
   */
  public BearerAuthenticator.Builder authenticator(
      TokenValidator validator, @Nullable ProofOfPossession possession) {
    BearerAuthenticator.Builder authenticator = BearerAuthenticator.builder(validator);
    section.set(ResourceServerOptions.Rows.AUTHENTICATOR, options, authenticator);
    if (possession != null) {
      authenticator.proofOfPossession(possession);
    }
    ProtectedResource resource = resource(validator, possession);
    if (resource != null) {
      authenticator.resource(resource);
    }
    return authenticator;
  }

  /**
   * The metadata of the resource, or null if the options have no URL of it.
   *
   * @throws IllegalArgumentException if an option is wrong, or set without the URL
   */
  private @Nullable ProtectedResource resource(
      TokenValidator validator, @Nullable ProofOfPossession possession) {
    ResourceOptions resource = options.resource();
    Section ofResource = section.below("resource");
    URI url = resource.url();
    if (url == null) {
      ofResource.refuse(
          ResourceOptions.Rows.BUILDER,
          resource,
          "set without resource.url",
          "set that, too, or drop this");
      return null;
    }
    ProtectedResource.Builder metadata =
        ofResource.get("url", () -> ProtectedResource.builder(url));
    if (resource.authorizationServers() == null) {
      ofResource.run(
          AUTHORIZATION_SERVERS,
          () -> metadata.authorizationServers(issuers(validator, ofResource)));
    }
    ofResource.set(ResourceOptions.Rows.BUILDER, resource, metadata);
    if (possession != null) {
      metadata.proofOfPossession(possession);
    }
    return metadata.build();
  }

  /**
   * The issuers that are trusted by name, if metadata may name them: whose tenants are trusted is
   * nobody else's affair.
   */
  private static String[] issuers(TokenValidator validator, Section ofResource) {
    // The state of tables has their names as that of keys has, but fetches none.
    List<String> issuers =
        validator.keyTables().keySet().stream().filter(MetadataUris::isIssuer).toList();
    if (issuers.isEmpty()) {
      throw ofResource.failure(
          AUTHORIZATION_SERVERS, "none known", "name the issuers that clients get tokens from");
    }
    return issuers.toArray(String[]::new);
  }
}
