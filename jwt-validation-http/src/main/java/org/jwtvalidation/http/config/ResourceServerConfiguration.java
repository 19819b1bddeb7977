package org.jwtvalidation.http.config;

import java.security.Provider;
import java.security.Security;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  private static final Pattern MAY_BE_EMPTY =
      Pattern.compile(
          "issuers\\.[^.]+\\.(url|preset|own-account|keys\\.(jwks-uri|file|discovered))"
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
   * Returns a builder with the options, and nothing else.
   *
   * @return a new builder at each call, with key sources of its own
   * @throws IllegalArgumentException if there is no issuer, or an option is missing, wrong, or
   *     contradicts another
   */
  public TokenValidator.Builder validator() {
    return validator((name, issuer) -> {}, null);
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
          "issuers", "none given; set " + PREFIX + ".issuers.<name>.url and .audience");
    }
    issuers(customizer).forEach((name, issuer) -> add(validator, name, issuer));
    if (resolver != null) {
      validator.issuerResolver(resolver);
    }
    section.set(
        "max-resolved-issuers", options.maxResolvedIssuers(), validator::maxResolvedIssuers);
    section.set("cache-size", options.cacheSize(), validator::cacheSize);
    section.set(
        "max-concurrent-verifications",
        options.maxConcurrentVerifications(),
        validator::maxConcurrentVerifications);
    section.set("max-training", options.maxTraining(), validator::maxTraining);
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
                config.issuer()
                    + " is also that of "
                    + issuers.below(first).key()
                    + "; configure each issuer once");
          }
          configs.put(name, config);
        });
    return configs;
  }

  /** Refuses an issuer of which another one has a name. */
  private void add(TokenValidator.Builder validator, String name, IssuerConfig issuer) {
    section.below("issuers").below(name).run("also-named", () -> validator.issuer(issuer));
  }

  private TokenLimits limits() {
    LimitsOptions bounds = options.limits();
    Section ofLimits = section.below("limits");
    // An array of one: each option replaces the bounds by new ones.
    TokenLimits[] limits = {TokenLimits.defaults()};
    ofLimits.set(
        "token-length", bounds.tokenLength(), it -> limits[0] = limits[0].withTokenLength(it));
    ofLimits.set(
        "header-length", bounds.headerLength(), it -> limits[0] = limits[0].withHeaderLength(it));
    ofLimits.set(
        "string-length", bounds.stringLength(), it -> limits[0] = limits[0].withStringLength(it));
    ofLimits.set("members", bounds.members(), it -> limits[0] = limits[0].withMembers(it));
    ofLimits.set("depth", bounds.depth(), it -> limits[0] = limits[0].withDepth(it));
    ofLimits.set(
        "key-id-length", bounds.keyIdLength(), it -> limits[0] = limits[0].withKeyIdLength(it));
    return limits[0];
  }

  private @Nullable Provider signatureProvider() {
    return options
        .signatureProvider()
        .map(name -> {
          Provider provider = Security.getProvider(name);
          if (provider == null) {
            throw section.failure(
                "signature-provider",
                name + " is not installed; install it, or name an installed one");
          }
          return provider;
        })
        .orElse(null);
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
    Provider provider = signatureProvider();
    if (provider != null) {
      return SignaturePolicy.provider(provider);
    }
    return options.signaturesByProvidersOnly()
        ? SignaturePolicy.providersOnly()
        : SignaturePolicy.fastest();
  }

  /**
   * Returns a builder with the options for requests, which checks no proofs of possession yet:
   * {@link #proofOfPossession} is for its option of that name.
   *
   * @param validator validates the tokens
   * @return a new builder at each call
   * @throws IllegalArgumentException if an option is wrong, or contradicts another
   */
  public BearerAuthenticator.Builder authenticator(TokenValidator validator) {
    BearerAuthenticator.Builder authenticator = BearerAuthenticator.builder(validator);
    section.set("realm", options.realm(), authenticator::realm);
    ProtectedResource resource = resource();
    if (resource != null) {
      authenticator.resource(resource);
    }
    return authenticator;
  }

  /**
   * Returns the metadata of the resource, which the framework has to serve.
   *
   * @return the metadata, or null if the options have no URL of the resource
   * @throws IllegalArgumentException if an option is wrong, or set without the URL
   */
  public @Nullable ProtectedResource resource() {
    ResourceOptions resource = options.resource();
    Section ofResource = section.below("resource");
    if (resource.url().isEmpty()) {
      refuseWithoutUrl(ofResource, "authorization-servers", resource.authorizationServers());
      refuseWithoutUrl(ofResource, "scopes", resource.scopes());
      refuseWithoutUrl(ofResource, "name", resource.name());
      refuseWithoutUrl(ofResource, "documentation", resource.documentation());
      return null;
    }
    ProtectedResource.Builder metadata =
        ofResource.get("url", () -> ProtectedResource.builder(resource.url().orElseThrow()));
    List<String> servers = resource.authorizationServers().orElseGet(this::urlsOfIssuers);
    ofResource.run(
        "authorization-servers",
        () -> metadata.authorizationServers(servers.toArray(String[]::new)));
    ofResource.set(
        "scopes", resource.scopes(), scopes -> metadata.scopes(scopes.toArray(String[]::new)));
    ofResource.set("name", resource.name(), metadata::name);
    ofResource.set("documentation", resource.documentation(), metadata::documentation);
    return metadata.build();
  }

  private static void refuseWithoutUrl(Section resource, String option, Optional<?> value) {
    if (value.isPresent()) {
      throw resource.failure(option, "set without resource.url; set that, too, or drop this");
    }
  }

  private List<String> urlsOfIssuers() {
    return options.issuers().values().stream()
        .flatMap(issuer -> issuer.url().stream())
        .filter(url -> url.startsWith("http") && !url.contains("{"))
        .toList();
  }
}
