// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.Attributes;
import org.jwtvalidation.internal.jws.Scopes;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.AudienceRule;
import org.jwtvalidation.internal.rules.ClaimRules;
import org.jwtvalidation.internal.rules.ClientRule;
import org.jwtvalidation.internal.rules.HeaderRules;
import org.jwtvalidation.internal.rules.ImpliedScopes;
import org.jwtvalidation.internal.rules.IssuerTemplate;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;

/**
 * An issuer that a validator trusts, and the rules for its tokens. Immutable and thread-safe.
 *
 * <p>Issuer and audience are enough: everything else has a strict default, and every relaxation is
 * an option of its own. By default, the keys are discovered from the issuer's metadata over HTTPS.
 * {@link org.jwtvalidation.issuers.Issuers} has builders for well-known issuers.
 */
public final class IssuerConfig {

  private static final Duration DEFAULT_LEEWAY = Duration.ofSeconds(60);
  private static final Duration MAX_LEEWAY = Duration.ofMinutes(5);
  private static final Duration MAX_MAX_AGE = Duration.ofDays(3650);

  private final String issuer;
  private final Set<String> names;
  private final @Nullable Predicate<String> tenants;
  private final Supplier<IssuerRules> rules;
  private final @Nullable KeySource keySource;
  private final String text;

  private IssuerConfig(Builder builder) {
    this.issuer = builder.issuer;
    this.names = builder.names();
    this.tenants = builder.tenants;
    this.rules = builder.rules();
    this.keySource = builder.keySource;
    this.text = builder.text();
  }

  /**
   * Returns a builder for an issuer, with the defaults; it still needs an audience.
   *
   * @param issuer the issuer identifier, which the claim {@code iss} must equal exactly
   * @return the builder
   */
  public static Builder builder(String issuer) {
    return new Builder(Objects.requireNonNull(issuer, "issuer"), false);
  }

  /**
   * Returns a builder for all tenants of a server whose issuer identifiers differ in one segment of
   * the path, and whose tenants share their keys: {@code
   * https://login.microsoftonline.com/{tenant}/v2.0} of Microsoft Entra ID, for example. It still
   * needs {@linkplain Builder#tenants(String...) tenants}, a {@linkplain Builder#keySource key
   * source} and an audience. The keys are fetched once for all tenants. A key whose JWK has a
   * member {@code issuer} verifies only tokens of that issuer, in which {@code {tenantid}} stands
   * for any tenant. Where each tenant has keys of its own, as the realms of Keycloak have, use an
   * {@link IssuerResolver}.
   *
   * <p>{@link org.jwtvalidation.token.ValidatedToken#issuer} is the issuer of the tenant; monitors
   * and {@link TokenValidator#keyHealth} name the template.
   *
   * @param template an issuer identifier with <code>{tenant}</code> as one segment of its path
   * @return the builder
   * @throws IllegalArgumentException if the template has no such segment, or several
   */
  public static Builder template(String template) {
    var unused = IssuerTemplate.of(template);
    return new Builder(template, true);
  }

  /** {@return the issuer identifier} */
  public String issuer() {
    return issuer;
  }

  /** Which tenants of the template are trusted, or null if this is one issuer. */
  @Nullable Predicate<String> tenants() {
    return tenants;
  }

  /** Every value of {@code iss} that names this issuer. */
  Set<String> names() {
    return names;
  }

  /** The rules for one validator, whose failures are logged however often others fail. */
  IssuerRules rules() {
    return rules.get();
  }

  KeySource keySourceOrDiscovery() {
    return keySource == null ? KeySource.discovered(issuer) : keySource;
  }

  /** Names what is asked of a token, as far as it differs from the defaults. */
  @Override
  public String toString() {
    return text;
  }

  /** Options of one issuer. Not thread-safe. */
  public static final class Builder {

    private final String issuer;
    private final boolean isTemplate;
    private @Nullable Predicate<String> tenants;
    private final Set<String> otherNames = new LinkedHashSet<>();
    private final Set<String> anyAudienceOf = new LinkedHashSet<>();
    private final Set<String> allAudiencesOf = new LinkedHashSet<>();
    private boolean anyAudience;
    private boolean audienceOptional;
    private Set<SignatureAlgorithm> algorithms = EnumSet.allOf(SignatureAlgorithm.class);
    private boolean accessTokenTypeRequired;
    private boolean profileRequired;
    private boolean accessTokenMarkOptional;
    private Duration leeway = DEFAULT_LEEWAY;
    private @Nullable Duration maxAge;
    private boolean subjectRequired = true;
    private boolean issuedAtRequired = true;
    private boolean senderConstraintAllowed;
    private final Set<String> clients = new LinkedHashSet<>();
    private boolean clientRequired;
    private final Set<String> requiredClaims = new LinkedHashSet<>();
    private final Map<String, ClaimCheck> claimChecks = new LinkedHashMap<>();
    private @Nullable String clientClaim;
    private final Set<String> ignoredHeaderParameters = new LinkedHashSet<>();
    private @Nullable ScopeMapper scopeMapper;
    private final Map<String, Set<String>> impliedScopes = new LinkedHashMap<>();
    private RoleMapper roleMapper = claims -> Attributes.ifReadable(claims.asMap(), "roles");
    private @Nullable KeySource keySource;

    private Builder(String issuer, boolean isTemplate) {
      this.issuer = issuer;
      this.isTemplate = isTemplate;
    }

    /**
     * Trusts these tenants of the {@linkplain IssuerConfig#template template}, and no others.
     *
     * @param allowed at least one tenant, of letters, digits, dots, hyphens and underscores;
     *     replaces earlier calls
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one cannot be a tenant
     */
    public Builder tenants(String... allowed) {
      check(allowed.length > 0, "tenants", "none given", "name at least one tenant");
      for (String tenant : allowed) {
        check(
            IssuerTemplate.isTenant(tenant),
            "tenants",
            Printable.quoted(tenant) + " is not a tenant",
            "give what the issuer identifier has in place of {tenant}");
      }
      return tenants(Set.copyOf(Arrays.asList(allowed))::contains);
    }

    /**
     * Trusts the tenants of the {@linkplain IssuerConfig#template template} that pass a test.
     *
     * @param allowed thread-safe and quick: called for each token, cached or not, so that a tenant
     *     that it no longer accepts is rejected at once. An exception stands for false, and is
     *     logged as that of a {@link ClaimCheck}; an {@link Error} passes through. Anyone may have
     *     written the text that it is called with
     * @return this builder
     */
    public Builder tenants(Predicate<String> allowed) {
      tenants = Objects.requireNonNull(allowed, "allowed");
      return this;
    }

    /**
     * Accepts further values of the claim {@code iss}, as tokens of Google need it: {@code
     * accounts.google.com} besides {@code https://accounts.google.com}. The keys are those of the
     * one issuer, and {@link org.jwtvalidation.token.ValidatedToken#issuer} is its configured name.
     *
     * @param names the values, compared exactly; several calls add up
     * @return this builder
     */
    public Builder issuerAliases(String... names) {
      otherNames.addAll(Arrays.asList(names));
      return this;
    }

    /**
     * Accepts access tokens for any of these audiences (RFC 7519 section 4.1.3). Several calls add
     * up.
     *
     * @param audiences audiences of which the claim {@code aud} must name at least one, usually
     *     this resource server
     * @return this builder
     */
    public Builder audience(String... audiences) {
      anyAudienceOf.addAll(Arrays.asList(audiences));
      return this;
    }

    /**
     * Accepts access tokens only if they are for all of these audiences. Several calls add up; if
     * {@link #audience} is also called, both rules apply.
     *
     * @param audiences audiences that the claim {@code aud} must all name, possibly among others
     * @return this builder
     */
    public Builder allAudiences(String... audiences) {
      allAudiencesOf.addAll(Arrays.asList(audiences));
      return this;
    }

    /**
     * Accepts access tokens for any audience or none. Tokens that were issued for other resource
     * servers then pass.
     *
     * @return this builder
     */
    public Builder anyAudience() {
      anyAudience = true;
      return this;
    }

    /**
     * Accepts access tokens without {@code aud}, as Amazon Cognito issues them. One that names an
     * audience is for another resource server, and is refused; if {@link #audience} or {@link
     * #allAudiences} is called, the claim is required after all, and after {@link #anyAudience} it
     * may have any value.
     *
     * @return this builder
     */
    public Builder audienceOptional() {
      audienceOptional = true;
      return this;
    }

    /**
     * Accepts only these signature algorithms; by default, all of {@link SignatureAlgorithm}.
     *
     * @param allowed at least one algorithm, each available on the running JDK; replaces earlier
     *     calls
     * @return this builder
     */
    public Builder algorithms(SignatureAlgorithm... allowed) {
      algorithms = EnumSet.noneOf(SignatureAlgorithm.class);
      algorithms.addAll(Arrays.asList(allowed));
      return this;
    }

    /**
     * Requires the {@code typ} of RFC 9068 section 2.1, {@code at+jwt}. This is the only full
     * guarantee that no other kind of token passes as an access token. By default, {@code typ} may
     * also be {@code JWT} or absent.
     *
     * @return this builder
     */
    public Builder requireAccessTokenType() {
      accessTokenTypeRequired = true;
      return this;
    }

    /**
     * Requires access tokens to have what RFC 9068 section 2 requires: the {@code typ} of {@link
     * #requireAccessTokenType}, and beside the claims that are always required {@code client_id}
     * and {@code jti}. Not with options that relax this, or that name another claim for the client.
     * ID tokens need neither claim.
     *
     * @return this builder
     */
    public Builder rfc9068() {
      accessTokenTypeRequired = true;
      profileRequired = true;
      return this;
    }

    /**
     * Accepts access tokens with {@code nonce} or {@code auth_time} even if nothing marks them as
     * access tokens ({@link org.jwtvalidation.token.Reason#TYPE_MISMATCH}): an ID token for the
     * same audience then passes. For issuers whose clients send ID tokens to APIs, such as
     * Firebase.
     *
     * @return this builder
     */
    public Builder accessTokenMarkOptional() {
      accessTokenMarkOptional = true;
      return this;
    }

    /**
     * Sets the tolerated clock difference between issuer and resource server, in either direction;
     * 60 seconds by default.
     *
     * @param difference from 0 to 5 minutes
     * @return this builder
     */
    public Builder leeway(Duration difference) {
      leeway = Objects.requireNonNull(difference, "difference");
      return this;
    }

    /**
     * Sets how long after its {@code iat} a token is valid, plus the leeway, even if its {@code
     * exp} is later; by default, there is no such bound.
     *
     * @param age positive, at most 3,650 days
     * @return this builder
     */
    public Builder maxAge(Duration age) {
      maxAge = Objects.requireNonNull(age, "age");
      return this;
    }

    /**
     * Accepts access tokens without the claim {@code sub}.
     *
     * @return this builder
     */
    public Builder subjectOptional() {
      subjectRequired = false;
      return this;
    }

    /**
     * Accepts access tokens without the claim {@code iat}.
     *
     * @return this builder
     */
    public Builder issuedAtOptional() {
      issuedAtRequired = false;
      return this;
    }

    /**
     * Accepts access tokens that are bound to a key of their sender (RFC 7800, RFC 8705, RFC 9449).
     * The caller is responsible for checking the proof of possession. {@link
     * TokenValidator#tryValidate(String, Set)} does not need this option, and ignores it.
     *
     * @return this builder
     */
    public Builder senderConstraintCheckedElsewhere() {
      senderConstraintAllowed = true;
      return this;
    }

    /**
     * Accepts only access tokens that one of these clients obtained; by default, those of any
     * client. The client is in {@code client_id} or {@code azp}; if both are present, both must
     * match. {@link #clientClaim} names another claim.
     *
     * @param clientIds the clients; several calls add up
     * @return this builder
     */
    public Builder clients(String... clientIds) {
      clients.addAll(Arrays.asList(clientIds));
      return this;
    }

    /**
     * Requires access tokens to name the client that obtained them (RFC 9068 section 2.2), as
     * {@link #clients} also does. If the issuer's ID tokens lack this claim, this keeps them from
     * passing as access tokens.
     *
     * @return this builder
     */
    public Builder requireClient() {
      clientRequired = true;
      return this;
    }

    /**
     * Sets which claim names the client that obtained an access token, in place of {@code
     * client_id} and {@code azp}: {@code cid} for Okta, {@code appid} for version 1.0 of Microsoft
     * Entra ID.
     *
     * @param name the Claim Name; the claim must be a string where it is present
     * @return this builder
     */
    public Builder clientClaim(String name) {
      clientClaim = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Accepts tokens whose header has these parameters, which are neither read nor followed. By
     * default, tokens with a key or a reference to one are rejected ({@link
     * org.jwtvalidation.token.Reason#EMBEDDED_KEY}), because a library that uses it trusts the
     * author of the token. For issuers that always write one: {@code jku} for Cloud Foundry UAA and
     * SAP XSUAA.
     *
     * @param names of {@code jwk}, {@code jku}, {@code x5u} and {@code x5c}; several calls add up
     * @return this builder
     */
    public Builder ignoredHeaderParameters(String... names) {
      ignoredHeaderParameters.addAll(Arrays.asList(names));
      return this;
    }

    /**
     * Requires more claims in access tokens and ID tokens, with any value but JSON's null.
     *
     * @param names the Claim Names
     * @return this builder
     */
    public Builder requiredClaims(String... names) {
      requiredClaims.addAll(Arrays.asList(names));
      return this;
    }

    /**
     * Adds a check of the verified claims of access tokens and ID tokens. Checks run in the order
     * in which they were added.
     *
     * @param name the name of the check in a {@link org.jwtvalidation.token.Rejection}
     * @param check the check
     * @return this builder
     * @throws IllegalArgumentException if the name is blank, or another check has it
     */
    public Builder claimCheck(String name, ClaimCheck check) {
      check(
          !name.isBlank(),
          "claimCheck",
          "a blank name",
          "name the check as a Rejection should name it");
      Objects.requireNonNull(check, "check");
      if (claimChecks.putIfAbsent(name, check) != null) {
        throw new OptionException(
            "claimCheck", name + " is already defined", "give each check its own name");
      }
      return this;
    }

    /**
     * Sets where the scope tokens are; by default, in the claim {@code scope} or, if that is
     * missing, in {@code scp}: a string with spaces between them, or an array of strings.
     *
     * @param mapper the mapper
     * @return this builder
     */
    public Builder scopes(ScopeMapper mapper) {
      scopeMapper = Objects.requireNonNull(mapper, "mapper");
      return this;
    }

    /**
     * Gives tokens with a scope others, too, as if the issuer had granted them. After {@code
     * impliedScopes("admin", "write")} and {@code impliedScopes("write", "read")}, a token with
     * {@code admin} also has {@code write} and {@code read}. {@link
     * org.jwtvalidation.token.AccessToken#scopes()} has all of them, so a rule names the narrowest
     * scope alone; the claim stays as it is. By default, no scope implies another.
     *
     * @param scope a scope token (RFC 6749 section 3.3)
     * @param implied the scopes that it implies, at least one, and by them those that these imply;
     *     several calls add up. All scopes together are at most 256
     * @return this builder
     * @throws IllegalArgumentException if none is implied, or one is not a scope token; {@link
     *     #build} throws it if a scope implies itself, by whatever steps
     */
    public Builder impliedScopes(String scope, String... implied) {
      check(implied.length > 0, "impliedScopes", "none given for a scope", "name at least one");
      List<String> all = new ArrayList<>(Arrays.asList(implied));
      all.add(scope);
      for (String name : all) {
        check(
            Scopes.isToken(name),
            "impliedScopes",
            Printable.quoted(name) + " is not a scope token of RFC 6749 section 3.3",
            "use visible ASCII characters without space, quotation mark and backslash");
      }
      impliedScopes
          .computeIfAbsent(scope, any -> new LinkedHashSet<>())
          .addAll(Arrays.asList(implied));
      return this;
    }

    /**
     * Sets where the roles are; by default, in the claim {@code roles}. A token whose roles the
     * mapper cannot read is rejected; by default it has none, because a service may need no roles.
     *
     * @param mapper the mapper, for Keycloak {@link RoleMapper#keycloakRealm()} or {@link
     *     RoleMapper#keycloakClient}
     * @return this builder
     */
    public Builder roles(RoleMapper mapper) {
      roleMapper = Objects.requireNonNull(mapper, "mapper");
      return this;
    }

    /**
     * Sets where the keys come from; by default, from the issuer's metadata. A key whose JWK has a
     * member {@code issuer} verifies only tokens of the issuer that it names: this one or an
     * {@linkplain #issuerAliases alias} of it, a name with the same GUID in its path, as those of
     * both versions of Microsoft Entra ID have, or any if it has {@code {tenantid}} in place of the
     * tenant.
     *
     * @param source the source; it belongs to the one validator that is built with this issuer,
     *     which closes it
     * @return this builder
     */
    public Builder keySource(KeySource source) {
      keySource = Objects.requireNonNull(source, "source");
      return this;
    }

    /**
     * Builds the configuration. The builder stays as it is.
     *
     * @return the configuration
     * @throws IllegalArgumentException if an option is missing, out of its range, or contradicts
     *     another
     */
    public IssuerConfig build() {
      check(!issuer.isBlank(), "issuer", "blank", "give the issuer identifier");
      boolean audienceGiven = !anyAudienceOf.isEmpty() || !allAudiencesOf.isEmpty();
      check(
          audienceGiven || anyAudience || audienceOptional,
          "audience",
          "none given for " + issuer,
          "set {audience(...)}, or {anyAudience()} to accept any");
      check(
          !(audienceGiven && anyAudience),
          "audience",
          "both named and any audience for " + issuer,
          "drop {anyAudience()}");
      checkNoBlank("issuerAliases", otherNames);
      checkNoBlank("audience", anyAudienceOf);
      checkNoBlank("allAudiences", allAudiencesOf);
      checkNoBlank("clients", clients);
      checkNoBlank("requiredClaims", requiredClaims);
      check(
          clientClaim == null || !clientClaim.isBlank(),
          "clientClaim",
          "blank",
          "name the claim, or leave the option out for client_id and azp");
      check(
          HeaderRules.EMBEDDED_KEYS.containsAll(ignoredHeaderParameters),
          "ignoredHeaderParameters",
          ignoredHeaderParameters + " are not all of " + HeaderRules.EMBEDDED_KEYS,
          "drop the others, which are checked or have no effect");
      check(!algorithms.isEmpty(), "algorithms", "none", "allow at least one");
      check(
          algorithms.size() == SignatureAlgorithm.values().length
              || algorithms.stream().allMatch(SignatureAlgorithm::isAvailable),
          "algorithms",
          algorithms + " are not all available on this JDK",
          "leave out those for which SignatureAlgorithm.isAvailable() is false");
      var unused =
          Bounds.check("leeway", leeway, Duration.ZERO, MAX_LEEWAY, "choose a duration in between");
      check(
          !(accessTokenTypeRequired && accessTokenMarkOptional) || profileRequired,
          "accessTokenMarkOptional",
          "set while the type at+jwt is required",
          "drop {accessTokenMarkOptional()}, or {requireAccessTokenType()}");
      checkProfile(!audienceGiven);
      check(
          !isTemplate || tenants != null,
          "tenants",
          "none given for " + issuer,
          "set {tenants(...)}, which says whose tokens are accepted");
      check(
          isTemplate || tenants == null,
          "tenants",
          "set for the one issuer " + issuer,
          "start with {IssuerConfig.template(...)|a template in url}");
      check(
          !isTemplate || otherNames.isEmpty(),
          "issuerAliases",
          "set for the template " + issuer,
          "configure a second template");
      check(
          !isTemplate || keySource != null,
          "keySource",
          "none given for the template " + issuer,
          "name the place of the keys that all tenants share, or use an IssuerResolver where each has"
              + " keys of its own, as the realms of Keycloak have");
      if (keySource == null) {
        checkDiscoverable();
      }
      if (maxAge != null) {
        var unusedAge = Bounds.checkPositive("maxAge", maxAge, MAX_MAX_AGE);
        check(issuedAtRequired, "maxAge", "set while iat is optional", "drop {issuedAtOptional()}");
      }
      return new IssuerConfig(this);
    }

    private void checkProfile(boolean audienceMissing) {
      checkNotRelaxed("anyAudience", audienceMissing && anyAudience);
      checkNotRelaxed("audienceOptional", audienceMissing);
      checkNotRelaxed("accessTokenMarkOptional", accessTokenMarkOptional);
      checkNotRelaxed("subjectOptional", !subjectRequired);
      checkNotRelaxed("issuedAtOptional", !issuedAtRequired);
      checkNotRelaxed("clientClaim", clientClaim != null);
    }

    private void checkNotRelaxed(String option, boolean isSet) {
      check(
          !(profileRequired && isSet),
          option,
          "set while tokens of RFC 9068 are required",
          "drop it, or {rfc9068()}");
    }

    private Set<String> names() {
      Set<String> names = new HashSet<>(otherNames);
      names.add(issuer);
      return Set.copyOf(names);
    }

    private Supplier<IssuerRules> rules() {
      Set<String> required = Set.copyOf(requiredClaims);
      Set<String> requiredOfAccessTokens = new HashSet<>(required);
      if (profileRequired) {
        requiredOfAccessTokens.addAll(List.of("client_id", "jti"));
      }
      ClientRule clientRule =
          new ClientRule(
              clientClaim == null ? ClientRule.STANDARD_CLAIMS : List.of(clientClaim),
              Set.copyOf(clients),
              clientRequired || !clients.isEmpty());
      HeaderRules headerRules =
          new HeaderRules(EnumSet.copyOf(algorithms), Set.copyOf(ignoredHeaderParameters));
      HeaderRules.TypeRule accessTokenType =
          accessTokenTypeRequired
              ? HeaderRules.TypeRule.EXPLICIT_ACCESS_TOKEN
              : HeaderRules.TypeRule.ACCESS_TOKEN;
      AccessTokenRules forAccessTokens =
          new AccessTokenRules(
              new ClaimRules(
                  leeway.toMillis(),
                  maxAge,
                  issuedAtRequired,
                  subjectRequired,
                  Set.copyOf(requiredOfAccessTokens)),
              new AudienceRule(
                  Set.copyOf(anyAudienceOf),
                  Set.copyOf(allAudiencesOf),
                  audienceOptional && !anyAudience),
              clientRule,
              scopeMapper != null,
              accessTokenMarkOptional,
              senderConstraintAllowed);
      ClaimRules forIdTokens = new ClaimRules(leeway.toMillis(), maxAge, true, true, required);
      Map<String, ClaimCheck> checks =
          Collections.unmodifiableMap(new LinkedHashMap<>(claimChecks));
      ScopeMapper scopes = scopeMapperWithImplied();
      RoleMapper roles = roleMapper;
      String name = issuer;
      return () ->
          new IssuerRules(
              name,
              headerRules,
              accessTokenType,
              forAccessTokens,
              forIdTokens,
              checks,
              scopes,
              roles,
              new FailureLog());
    }

    /** What one token has is found once, before it is cached. */
    private @Nullable ScopeMapper scopeMapperWithImplied() {
      if (impliedScopes.isEmpty()) {
        return scopeMapper;
      }
      ImpliedScopes implied = ImpliedScopes.of(impliedScopes);
      ScopeMapper granted =
          scopeMapper == null ? claims -> Scopes.list(Scopes.claim(claims.asMap())) : scopeMapper;
      return claims -> implied.with(granted.scopes(claims));
    }

    private String text() {
      List<String> asked = new ArrayList<>();
      asked.add((isTemplate ? "template=" : "issuer=") + issuer);
      addNamed(asked, "issuerAliases", otherNames);
      addNamed(asked, "audience", anyAudienceOf);
      addNamed(asked, "allAudiences", allAudiencesOf);
      boolean audienceGiven = !anyAudienceOf.isEmpty() || !allAudiencesOf.isEmpty();
      addIf(asked, "anyAudience", !audienceGiven && anyAudience);
      addIf(asked, "audienceOptional", !audienceGiven && !anyAudience);
      if (algorithms.size() < SignatureAlgorithm.values().length) {
        asked.add("algorithms=" + algorithms);
      }
      addIf(asked, "rfc9068", profileRequired);
      addIf(asked, "requireAccessTokenType", accessTokenTypeRequired && !profileRequired);
      addIf(asked, "accessTokenMarkOptional", accessTokenMarkOptional);
      addIf(asked, "leeway=" + leeway, !leeway.equals(DEFAULT_LEEWAY));
      addIf(asked, "maxAge=" + maxAge, maxAge != null);
      addIf(asked, "subjectOptional", !subjectRequired);
      addIf(asked, "issuedAtOptional", !issuedAtRequired);
      addIf(asked, "senderConstraintCheckedElsewhere", senderConstraintAllowed);
      addNamed(asked, "clients", clients);
      addIf(asked, "requireClient", clientRequired && clients.isEmpty());
      addIf(asked, "clientClaim=" + clientClaim, clientClaim != null);
      addNamed(asked, "ignoredHeaderParameters", ignoredHeaderParameters);
      addNamed(asked, "requiredClaims", requiredClaims);
      addNamed(asked, "impliedScopes", impliedScopes.keySet());
      addIf(asked, "claimChecks=" + claimChecks.keySet(), !claimChecks.isEmpty());
      return "IssuerConfig" + asked;
    }

    private static void addNamed(List<String> asked, String option, Set<String> values) {
      addIf(asked, option + "=" + new TreeSet<>(values), !values.isEmpty());
    }

    private static void addIf(List<String> asked, String option, boolean differs) {
      if (differs) {
        asked.add(option);
      }
    }

    private void checkDiscoverable() {
      try {
        KeySource.discovered(issuer).close();
      } catch (IllegalArgumentException e) {
        throw new OptionException(
            "keySource",
            "none given, and the keys of "
                + issuer
                + " cannot be discovered ("
                + e.getMessage()
                + ")",
            "give the issuer's https URI, or a {keySource(...)|keys.jwks-uri}",
            e);
      }
    }

    private static void checkNoBlank(String option, Set<String> values) {
      for (String value : values) {
        check(
            value != null && !value.isBlank(),
            option,
            values.size() == 1 ? "blank" : "blank, one of " + values,
            "leave it out, or set the property or variable that it comes from");
      }
    }

    private static void check(boolean valid, String option, String problem, String remedy) {
      if (!valid) {
        throw new OptionException(option, problem, remedy);
      }
    }
  }
}
