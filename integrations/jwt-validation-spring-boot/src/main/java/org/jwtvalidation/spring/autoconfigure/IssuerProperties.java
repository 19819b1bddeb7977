// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.config.IssuerOptions;
import org.jwtvalidation.http.config.IssuerPreset;
import org.jwtvalidation.http.config.RolesOptions;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of one issuer.
 *
 * @param url Issuer identifier, which the claim iss must equal exactly; with {tenant} as one
 *     segment of its path, a template.
 * @param preset Kind of issuer, with its rules for audience, clients, roles and keys.
 * @param repositories Repositories of the preset github-actions.
 * @param projects Projects of the preset gitlab.
 * @param serviceAccounts Accounts of the presets kubernetes, in-kubernetes and
 *     google-service-accounts.
 * @param ownAccount Folder with token and authority of the preset in-kubernetes.
 * @param tenants Trusted tenants of a template or of the preset entra.
 * @param issuerAliases Further values of the claim iss that name this issuer.
 * @param audience Names of this service, of which the claim aud must contain at least one.
 * @param allAudiences Names that the claim aud must all contain.
 * @param anyAudience Whether tokens for other services pass.
 * @param algorithms Accepted signature algorithms; all that are supported by default.
 * @param rfc9068 Whether tokens must be access tokens of RFC 9068.
 * @param requireAccessTokenType Whether the header parameter typ must be at+jwt.
 * @param accessTokenMarkOptional Whether ID tokens for the same audience pass.
 * @param leeway How far the clocks of issuer and service may differ, at most 5 minutes; 60 seconds
 *     by default.
 * @param maxAge How long after the claim iat a token is accepted, whatever its claim exp says.
 * @param subjectOptional Whether the claim sub may be missing.
 * @param issuedAtOptional Whether the claim iat may be missing.
 * @param senderConstraintCheckedElsewhere Whether tokens pass that are bound to a key of their
 *     sender, whose proof the application checks itself.
 * @param clients Clients whose tokens are accepted; any by default.
 * @param clientClaim Claim that names the client, in place of client_id and azp.
 * @param requireClient Whether the claim with the client must be present.
 * @param ignoredHeaderParameters Header parameters jwk, jku, x5u or x5c that are neither read nor
 *     followed.
 * @param requiredClaims Further claims that must be present.
 * @param roles Where the roles are.
 * @param scopesClaim Claim with the scope tokens; scope or else scp by default.
 * @param impliedScopes Scopes that imply others, each as admin &gt; write read.
 * @param keys Where the keys are; in the issuer's metadata by default.
 */
record IssuerProperties(
    @Nullable String url,
    @Nullable IssuerPreset preset,
    @Nullable List<String> repositories,
    @Nullable List<String> projects,
    @Nullable List<String> serviceAccounts,
    @Nullable String ownAccount,
    @Nullable List<String> tenants,
    @Nullable List<String> issuerAliases,
    @Nullable List<String> audience,
    @Nullable List<String> allAudiences,
    @DefaultValue("false") boolean anyAudience,
    @Nullable List<String> algorithms,
    @DefaultValue("false") boolean rfc9068,
    @DefaultValue("false") boolean requireAccessTokenType,
    @DefaultValue("false") boolean accessTokenMarkOptional,
    @Nullable Duration leeway,
    @Nullable Duration maxAge,
    @DefaultValue("false") boolean subjectOptional,
    @DefaultValue("false") boolean issuedAtOptional,
    @DefaultValue("false") boolean senderConstraintCheckedElsewhere,
    @Nullable List<String> clients,
    @Nullable String clientClaim,
    @DefaultValue("false") boolean requireClient,
    @Nullable List<String> ignoredHeaderParameters,
    @Nullable List<String> requiredClaims,
    @DefaultValue Roles roles,
    @Nullable String scopesClaim,
    @Nullable List<String> impliedScopes,
    @NestedConfigurationProperty @DefaultValue KeysProperties keys)
    implements IssuerOptions {

  IssuerProperties {
    url = Given.text(url);
    ownAccount = Given.text(ownAccount);
  }

  /**
   * Where the roles are; roles of several places add up.
   *
   * @param claim Claims that are arrays of roles; roles by default.
   * @param memberNames Claims that are objects whose members are named by the roles.
   * @param keycloakRealm Whether the realm roles of Keycloak are roles.
   * @param keycloakClient Clients of Keycloak whose roles are roles.
   */
  record Roles(
      @Nullable List<String> claim,
      @Nullable List<String> memberNames,
      @DefaultValue("false") boolean keycloakRealm,
      @Nullable List<String> keycloakClient)
      implements RolesOptions {}
}
