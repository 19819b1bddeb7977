package org.jwtvalidation.http.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Configuration options of one issuer, as text: those of {@link
 * org.jwtvalidation.IssuerConfig.Builder}, and those of the presets of {@link
 * org.jwtvalidation.issuers.Issuers}.
 */
public interface IssuerOptions {

  /**
   * Returns the issuer identifier, which the claim {@code iss} must equal exactly; with <code>
   * {tenant}</code> as one segment of its path, a {@linkplain
   * org.jwtvalidation.IssuerConfig#template template}.
   *
   * @return the identifier, which only some presets do without
   */
  default Optional<String> url() {
    return Optional.empty();
  }

  /**
   * Returns what kind of issuer it is.
   *
   * @return the preset
   */
  default Optional<IssuerPreset> preset() {
    return Optional.empty();
  }

  /**
   * Returns the repositories of the preset {@link IssuerPreset#GITHUB_ACTIONS}.
   *
   * @return repositories for {@link org.jwtvalidation.issuers.Issuers#githubActions}
   */
  default Optional<List<String>> repositories() {
    return Optional.empty();
  }

  /**
   * Returns the projects of the preset {@link IssuerPreset#GITLAB}.
   *
   * @return projects for {@link org.jwtvalidation.issuers.Issuers#gitlab}
   */
  default Optional<List<String>> projects() {
    return Optional.empty();
  }

  /**
   * Returns the accounts of the presets {@link IssuerPreset#KUBERNETES} and {@link
   * IssuerPreset#IN_KUBERNETES}.
   *
   * @return accounts for {@link org.jwtvalidation.issuers.Issuers#kubernetes}
   */
  default Optional<List<String>> serviceAccounts() {
    return Optional.empty();
  }

  /**
   * Returns the folder of the preset {@link IssuerPreset#IN_KUBERNETES} with token and authority.
   *
   * @return the folder for {@link org.jwtvalidation.issuers.Issuers#inKubernetes}; by default that
   *     of Kubernetes
   */
  default Optional<Path> ownAccount() {
    return Optional.empty();
  }

  /**
   * Returns the trusted tenants of a template.
   *
   * @return tenants for {@link org.jwtvalidation.IssuerConfig.Builder#tenants(String...)}
   */
  default Optional<List<String>> tenants() {
    return Optional.empty();
  }

  /**
   * Returns further values of the claim {@code iss}.
   *
   * @return names for {@link org.jwtvalidation.IssuerConfig.Builder#alsoNamed}
   */
  default Optional<List<String>> alsoNamed() {
    return Optional.empty();
  }

  /**
   * Returns the audiences of which a token must name one.
   *
   * @return audiences for {@link org.jwtvalidation.IssuerConfig.Builder#audience}
   */
  default Optional<List<String>> audience() {
    return Optional.empty();
  }

  /**
   * Returns the audiences that a token must all name.
   *
   * @return audiences for {@link org.jwtvalidation.IssuerConfig.Builder#allAudiences}
   */
  default Optional<List<String>> allAudiences() {
    return Optional.empty();
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#anyAudience} is called.
   *
   * @return false if the option is not set
   */
  default boolean anyAudience() {
    return false;
  }

  /**
   * Returns the accepted signature algorithms, such as {@code ES256}.
   *
   * @return names for {@link org.jwtvalidation.jwk.SignatureAlgorithm#named}
   */
  default Optional<List<String>> algorithms() {
    return Optional.empty();
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#requireAccessTokenType} is
   * called.
   *
   * @return false if the option is not set
   */
  default boolean requireAccessTokenType() {
    return false;
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#accessTokenMarkOptional} is
   * called.
   *
   * @return false if the option is not set
   */
  default boolean accessTokenMarkOptional() {
    return false;
  }

  /**
   * Returns how far the clocks may differ.
   *
   * @return the duration for {@link org.jwtvalidation.IssuerConfig.Builder#leeway}
   */
  default Optional<Duration> leeway() {
    return Optional.empty();
  }

  /**
   * Returns how long after {@code iat} a token is valid.
   *
   * @return the duration for {@link org.jwtvalidation.IssuerConfig.Builder#maxAge}
   */
  default Optional<Duration> maxAge() {
    return Optional.empty();
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#subjectOptional} is called.
   *
   * @return false if the option is not set
   */
  default boolean subjectOptional() {
    return false;
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#issuedAtOptional} is called.
   *
   * @return false if the option is not set
   */
  default boolean issuedAtOptional() {
    return false;
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#senderConstraintCheckedElsewhere}
   * is called.
   *
   * @return false if the option is not set
   */
  default boolean senderConstraintCheckedElsewhere() {
    return false;
  }

  /**
   * Returns the clients whose tokens are accepted.
   *
   * @return clients for {@link org.jwtvalidation.IssuerConfig.Builder#clients}
   */
  default Optional<List<String>> clients() {
    return Optional.empty();
  }

  /**
   * Returns the claim that names the client.
   *
   * @return the claim for {@link org.jwtvalidation.IssuerConfig.Builder#clientClaim}
   */
  default Optional<String> clientClaim() {
    return Optional.empty();
  }

  /**
   * Returns whether {@link org.jwtvalidation.IssuerConfig.Builder#requireClient} is called.
   *
   * @return false if the option is not set
   */
  default boolean requireClient() {
    return false;
  }

  /**
   * Returns the header parameters that are neither read nor followed.
   *
   * @return names for {@link org.jwtvalidation.IssuerConfig.Builder#ignoredHeaderParameters}
   */
  default Optional<List<String>> ignoredHeaderParameters() {
    return Optional.empty();
  }

  /**
   * Returns further claims that must be present.
   *
   * @return names for {@link org.jwtvalidation.IssuerConfig.Builder#requiredClaims}
   */
  default Optional<List<String>> requiredClaims() {
    return Optional.empty();
  }

  /**
   * Returns where the roles are ({@code roles.*}).
   *
   * @return the claims; if none are named, the default of issuer or preset stays
   */
  default RolesOptions roles() {
    return new RolesOptions() {};
  }

  /**
   * Returns the claim with the scope tokens.
   *
   * @return the claim for {@link org.jwtvalidation.ScopeMapper#claim}
   */
  default Optional<String> scopesClaim() {
    return Optional.empty();
  }

  /**
   * Returns where the keys come from ({@code keys.*}).
   *
   * @return the options of the key source
   */
  default KeySourceOptions keys() {
    return new KeySourceOptions() {};
  }
}
