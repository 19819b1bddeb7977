package org.jwtvalidation.spring.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jwtvalidation.http.config.IssuerOptions;
import org.jwtvalidation.http.config.IssuerPreset;
import org.jwtvalidation.http.config.KeySourceOptions;
import org.jwtvalidation.http.config.RolesOptions;

/**
 * The options of one issuer, from its properties.
 *
 * @param issuer the properties
 */
record ConfiguredIssuer(IssuerProperties issuer) implements IssuerOptions {

  @Override
  public Optional<String> url() {
    return GivenText.of(issuer.url());
  }

  @Override
  public Optional<IssuerPreset> preset() {
    return Optional.ofNullable(issuer.preset());
  }

  @Override
  public Optional<List<String>> repositories() {
    return Optional.ofNullable(issuer.repositories());
  }

  @Override
  public Optional<List<String>> projects() {
    return Optional.ofNullable(issuer.projects());
  }

  @Override
  public Optional<List<String>> serviceAccounts() {
    return Optional.ofNullable(issuer.serviceAccounts());
  }

  @Override
  public Optional<Path> ownAccount() {
    return GivenText.of(issuer.ownAccount()).map(Path::of);
  }

  @Override
  public Optional<List<String>> tenants() {
    return Optional.ofNullable(issuer.tenants());
  }

  @Override
  public Optional<List<String>> alsoNamed() {
    return Optional.ofNullable(issuer.alsoNamed());
  }

  @Override
  public Optional<List<String>> audience() {
    return Optional.ofNullable(issuer.audience());
  }

  @Override
  public Optional<List<String>> allAudiences() {
    return Optional.ofNullable(issuer.allAudiences());
  }

  @Override
  public boolean anyAudience() {
    return issuer.anyAudience();
  }

  @Override
  public Optional<List<String>> algorithms() {
    return Optional.ofNullable(issuer.algorithms());
  }

  @Override
  public boolean requireAccessTokenType() {
    return issuer.requireAccessTokenType();
  }

  @Override
  public boolean accessTokenMarkOptional() {
    return issuer.accessTokenMarkOptional();
  }

  @Override
  public Optional<Duration> leeway() {
    return Optional.ofNullable(issuer.leeway());
  }

  @Override
  public Optional<Duration> maxAge() {
    return Optional.ofNullable(issuer.maxAge());
  }

  @Override
  public boolean subjectOptional() {
    return issuer.subjectOptional();
  }

  @Override
  public boolean issuedAtOptional() {
    return issuer.issuedAtOptional();
  }

  @Override
  public boolean senderConstraintCheckedElsewhere() {
    return issuer.senderConstraintCheckedElsewhere();
  }

  @Override
  public Optional<List<String>> clients() {
    return Optional.ofNullable(issuer.clients());
  }

  @Override
  public Optional<String> clientClaim() {
    return Optional.ofNullable(issuer.clientClaim());
  }

  @Override
  public boolean requireClient() {
    return issuer.requireClient();
  }

  @Override
  public Optional<List<String>> ignoredHeaderParameters() {
    return Optional.ofNullable(issuer.ignoredHeaderParameters());
  }

  @Override
  public Optional<List<String>> requiredClaims() {
    return Optional.ofNullable(issuer.requiredClaims());
  }

  @Override
  public RolesOptions roles() {
    return new ConfiguredRoles(issuer.roles());
  }

  @Override
  public Optional<String> scopesClaim() {
    return Optional.ofNullable(issuer.scopesClaim());
  }

  @Override
  public KeySourceOptions keys() {
    return new ConfiguredKeys(issuer.keys());
  }
}
