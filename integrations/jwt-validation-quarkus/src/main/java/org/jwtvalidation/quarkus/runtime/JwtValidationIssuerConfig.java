// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jwtvalidation.http.config.IssuerPreset;

/** One trusted issuer. */
@ConfigGroup
public interface JwtValidationIssuerConfig {

  /**
   * The issuer identifier, exactly as in the claim {@code iss}. With <code>{tenant}</code> as one
   * segment of its path, it stands for all tenants. Not needed with the presets {@code google},
   * {@code google-service-accounts} and {@code github-actions}, or with {@code entra} and {@code
   * tenants}.
   */
  Optional<String> url();

  /** The kind of issuer, which determines provider-specific rules. */
  Optional<IssuerPreset> preset();

  /**
   * The trusted repositories of the preset {@code github-actions}: {@code owner/repository}, or
   * {@code owner/*} for all of an owner.
   */
  Optional<List<String>> repositories();

  /**
   * The trusted projects of the preset {@code gitlab}: {@code group/project}, or {@code group/*}
   * for all of a group and its subgroups.
   */
  Optional<List<String>> projects();

  /**
   * The trusted accounts of the presets {@code kubernetes} and {@code in-kubernetes}: {@code
   * namespace/name}, or {@code namespace/*} for all of a namespace; of {@code
   * google-service-accounts}: addresses or IDs.
   */
  Optional<List<String>> serviceAccounts();

  /**
   * The folder with {@code token} and {@code ca.crt} for the preset {@code in-kubernetes}. By
   * default, the one that Kubernetes mounts.
   */
  Optional<String> ownAccount();

  /** The trusted tenants, if the URL has <code>{tenant}</code> or the preset is {@code entra}. */
  Optional<List<String>> tenants();

  /** Further values of the claim {@code iss} that name this issuer. */
  Optional<List<String>> issuerAliases();

  /**
   * Audiences of which the claim {@code aud} must contain at least one, usually this service. This
   * option, {@code all-audiences} or {@code any-audience} is required, except with the presets
   * {@code cognito} and {@code firebase}.
   */
  Optional<List<String>> audience();

  /** Audiences that the claim {@code aud} must all contain. */
  Optional<List<String>> allAudiences();

  /**
   * Relaxes: whether tokens for any audience or none are accepted, including those for other
   * services.
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean anyAudience();

  /** The accepted signature algorithms, such as {@code ES256}. All by default. */
  Optional<List<String>> algorithms();

  /**
   * Whether tokens must comply with RFC 9068: with {@code at+jwt}, {@code client_id}, {@code jti},
   * {@code sub} and {@code iat}.
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean rfc9068();

  /** Whether the header parameter {@code typ} must be {@code at+jwt} (RFC 9068). */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean requireAccessTokenType();

  /**
   * Relaxes: whether a token with {@code nonce} or {@code auth_time} needs no mark of an access
   * token.
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean accessTokenMarkOptional();

  /** The tolerated clock skew between issuer and service, 0 to 5 minutes. 60 seconds by default. */
  Optional<Duration> leeway();

  /**
   * How long after its {@code iat} a token is accepted, whatever its {@code exp}. No limit by
   * default.
   */
  Optional<Duration> maxAge();

  /** Relaxes: whether {@code sub} may be missing. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean subjectOptional();

  /** Relaxes: whether {@code iat} may be missing. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean issuedAtOptional();

  /**
   * Relaxes: whether tokens that are bound to a key are accepted although the extension does not
   * check possession. No effect if {@code pop} checks it.
   */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean senderConstraintCheckedElsewhere();

  /** The clients whose tokens are accepted. All by default. */
  Optional<List<String>> clients();

  /** The claim that names the client. {@code client_id} and {@code azp} by default. */
  Optional<String> clientClaim();

  /** Whether a token must name its client. */
  @WithConverter(TrueOrFalse.class)
  @WithDefault("false")
  boolean requireClient();

  /**
   * Relaxes: which of {@code jwk}, {@code jku}, {@code x5u} and {@code x5c} the header may contain;
   * they are ignored.
   */
  Optional<List<String>> ignoredHeaderParameters();

  /** Further claims that must be present. */
  Optional<List<String>> requiredClaims();

  /** Where the roles are. The claim {@code roles} by default, or as the preset determines. */
  RolesConfig roles();

  /** The claim with the scopes. By default, {@code scope}, or else {@code scp}. */
  Optional<String> scopesClaim();

  /**
   * The scopes that imply others, each as {@code admin > write read}: with spaces, and the others
   * after the sign.
   */
  Optional<List<String>> impliedScopes();

  /** Where the keys come from. The issuer's metadata by default. */
  JwtValidationKeysConfig keys();

  /** Where the roles are. */
  @ConfigGroup
  interface RolesConfig {

    /**
     * Claims with arrays of roles. Any {@code roles} key replaces the default: the claim {@code
     * roles}, or the preset's source.
     */
    Optional<List<String>> claim();

    /** Claims with objects, whose member names are roles. */
    Optional<List<String>> memberNames();

    /** Whether Keycloak realm roles are used. */
    @WithConverter(TrueOrFalse.class)
    @WithDefault("false")
    boolean keycloakRealm();

    /** Keycloak clients whose client roles are used. */
    Optional<List<String>> keycloakClient();
  }
}
