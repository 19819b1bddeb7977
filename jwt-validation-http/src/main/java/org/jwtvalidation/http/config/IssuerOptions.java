// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.ScopeMapper;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.issuers.Issuers;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Configuration options of one issuer, as text: its preset, and what the builder is told. */
public interface IssuerOptions {

  /**
   * {@return the issuer identifier, which the claim {@code iss} must equal exactly; with
   * <code>{tenant}</code> as one segment of its path, a {@linkplain IssuerConfig#template
   * template}} Only some presets do without it.
   */
  @Nullable String url();

  /** {@return what kind of issuer it is} */
  @Nullable IssuerPreset preset();

  /**
   * {@return the repositories of the preset {@link IssuerPreset#GITHUB_ACTIONS}: {@link
   * Issuers#githubActions}}
   */
  @Nullable List<String> repositories();

  /** {@return the projects of the preset {@link IssuerPreset#GITLAB}: {@link Issuers#gitlab}} */
  @Nullable List<String> projects();

  /**
   * {@return the accounts of the presets {@link IssuerPreset#GOOGLE_SERVICE_ACCOUNTS}, {@link
   * IssuerPreset#KUBERNETES} and {@link IssuerPreset#IN_KUBERNETES}: {@link
   * Issuers#googleServiceAccounts}, {@link Issuers#kubernetes}, {@link Issuers#inKubernetes}}
   */
  @Nullable List<String> serviceAccounts();

  /**
   * {@return the path of the folder of the preset {@link IssuerPreset#IN_KUBERNETES} with token and
   * authority, by default that of Kubernetes: {@link Issuers#inKubernetes}}
   */
  @Nullable String ownAccount();

  /**
   * {@return the trusted tenants of a template: {@link IssuerConfig.Builder#tenants(String...)}}
   */
  @Nullable List<String> tenants();

  /**
   * {@return further values of the claim {@code iss}: {@link IssuerConfig.Builder#issuerAliases}}
   */
  @Nullable List<String> issuerAliases();

  /**
   * {@return the audiences of which a token must name one: {@link IssuerConfig.Builder#audience}}
   */
  @Nullable List<String> audience();

  /**
   * {@return the audiences that a token must all name: {@link IssuerConfig.Builder#allAudiences}}
   */
  @Nullable List<String> allAudiences();

  /** {@return whether {@link IssuerConfig.Builder#anyAudience} is called} */
  boolean anyAudience();

  /**
   * {@return the accepted signature algorithms, by the names of {@link SignatureAlgorithm#named}:
   * {@link IssuerConfig.Builder#algorithms}}
   */
  @Nullable List<String> algorithms();

  /** {@return whether {@link IssuerConfig.Builder#rfc9068} is called} */
  boolean rfc9068();

  /** {@return whether {@link IssuerConfig.Builder#requireAccessTokenType} is called} */
  boolean requireAccessTokenType();

  /** {@return whether {@link IssuerConfig.Builder#accessTokenMarkOptional} is called} */
  boolean accessTokenMarkOptional();

  /** {@return how far the clocks may differ: {@link IssuerConfig.Builder#leeway}} */
  @Nullable Duration leeway();

  /** {@return how long after {@code iat} a token is valid: {@link IssuerConfig.Builder#maxAge}} */
  @Nullable Duration maxAge();

  /** {@return whether {@link IssuerConfig.Builder#subjectOptional} is called} */
  boolean subjectOptional();

  /** {@return whether {@link IssuerConfig.Builder#issuedAtOptional} is called} */
  boolean issuedAtOptional();

  /** {@return whether {@link IssuerConfig.Builder#senderConstraintCheckedElsewhere} is called} */
  boolean senderConstraintCheckedElsewhere();

  /** {@return the clients whose tokens are accepted: {@link IssuerConfig.Builder#clients}} */
  @Nullable List<String> clients();

  /** {@return the claim that names the client: {@link IssuerConfig.Builder#clientClaim}} */
  @Nullable String clientClaim();

  /** {@return whether {@link IssuerConfig.Builder#requireClient} is called} */
  boolean requireClient();

  /**
   * {@return the header parameters that are neither read nor followed: {@link
   * IssuerConfig.Builder#ignoredHeaderParameters}}
   */
  @Nullable List<String> ignoredHeaderParameters();

  /** {@return further claims that must be present: {@link IssuerConfig.Builder#requiredClaims}} */
  @Nullable List<String> requiredClaims();

  /**
   * {@return where the roles are ({@code roles.*}); if it names no place, the default of issuer or
   * preset stays}
   */
  RolesOptions roles();

  /** {@return the claim with the scope tokens: {@link ScopeMapper#claim}} */
  @Nullable String scopesClaim();

  /**
   * {@return the scopes that imply others, each as {@code admin > write read}, with the others
   * after the sign and spaces between all: {@link IssuerConfig.Builder#impliedScopes}}
   */
  @Nullable List<String> impliedScopes();

  /** {@return where the keys come from ({@code keys.*})} */
  KeySourceOptions keys();

  /** The rows; in a class, since an interface has public fields only. */
  final class Rows {

    /** The rows of the builder. */
    static final List<Option<IssuerOptions, IssuerConfig.Builder, ?>> BUILDER =
        List.of(
            Option.list(
                "issuer-aliases",
                IssuerOptions::issuerAliases,
                IssuerConfig.Builder::issuerAliases),
            Option.list("audience", IssuerOptions::audience, IssuerConfig.Builder::audience),
            Option.list(
                "all-audiences", IssuerOptions::allAudiences, IssuerConfig.Builder::allAudiences),
            Option.flag(
                "any-audience", IssuerOptions::anyAudience, IssuerConfig.Builder::anyAudience),
            Option.algorithms(
                "algorithms", IssuerOptions::algorithms, IssuerConfig.Builder::algorithms),
            Option.flag("rfc9068", IssuerOptions::rfc9068, IssuerConfig.Builder::rfc9068),
            Option.flag(
                "require-access-token-type",
                IssuerOptions::requireAccessTokenType,
                IssuerConfig.Builder::requireAccessTokenType),
            Option.flag(
                "access-token-mark-optional",
                IssuerOptions::accessTokenMarkOptional,
                IssuerConfig.Builder::accessTokenMarkOptional),
            new Option<>("leeway", IssuerOptions::leeway, IssuerConfig.Builder::leeway),
            new Option<>("max-age", IssuerOptions::maxAge, IssuerConfig.Builder::maxAge),
            Option.flag(
                "subject-optional",
                IssuerOptions::subjectOptional,
                IssuerConfig.Builder::subjectOptional),
            Option.flag(
                "issued-at-optional",
                IssuerOptions::issuedAtOptional,
                IssuerConfig.Builder::issuedAtOptional),
            Option.flag(
                "sender-constraint-checked-elsewhere",
                IssuerOptions::senderConstraintCheckedElsewhere,
                IssuerConfig.Builder::senderConstraintCheckedElsewhere),
            Option.list(
                "ignored-header-parameters",
                IssuerOptions::ignoredHeaderParameters,
                IssuerConfig.Builder::ignoredHeaderParameters),
            Option.list(
                "required-claims",
                IssuerOptions::requiredClaims,
                IssuerConfig.Builder::requiredClaims),
            Option.list("clients", IssuerOptions::clients, IssuerConfig.Builder::clients),
            new Option<>(
                "client-claim", IssuerOptions::clientClaim, IssuerConfig.Builder::clientClaim),
            Option.flag(
                "require-client",
                IssuerOptions::requireClient,
                IssuerConfig.Builder::requireClient),
            new Option<>(
                "scopes-claim",
                IssuerOptions::scopesClaim,
                (issuer, claim) -> issuer.scopes(ScopeMapper.claim(claim))),
            new Option<>("implied-scopes", IssuerOptions::impliedScopes, Rows::imply));

    /** A sign further behind is refused: a chain would be read otherwise than it is meant. */
    private static void imply(IssuerConfig.Builder issuer, List<String> declarations) {
      for (String declaration : declarations) {
        List<String> words = List.of(declaration.strip().split(" +"));
        if (words.size() < 3 || words.lastIndexOf(">") != 1) {
          throw new OptionException(
              "impliedScopes",
              Printable.quoted(declaration) + " does not say what a scope implies",
              "write it as admin > write read, with spaces around the one sign");
        }
        issuer.impliedScopes(words.get(0), words.subList(2, words.size()).toArray(String[]::new));
      }
    }

    private Rows() {}
  }
}
