package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;

import java.util.List;
import java.util.Set;

/**
 * The rules for the claims of an access token (RFC 9068 section 4).
 *
 * <p>Issuers sign other kinds of token with the same keys, and an ID token may even name the
 * resource server as its audience (RFC 8725 section 3.11). Three rules tell the kinds apart:
 *
 * <ol>
 *   <li>A token with a claim that no access token has is refused: {@code at_hash}, {@code c_hash},
 *       {@code s_hash}, {@code events}.
 *   <li>A token that names its own kind must name this one: {@code typ} is {@code Bearer}
 *       (Keycloak), {@code token_use} is {@code access} (Amazon Cognito).
 *   <li>A token with {@code nonce} or {@code auth_time}, as ID tokens have them, needs a mark of an
 *       access token: {@code at+jwt} in the header, one of the two claims of the second rule,
 *       {@code scope}, {@code scp} or {@code client_id}. Access tokens may have these claims, too
 *       (RFC 9068 section 2.2.1), and then have such a mark.
 * </ol>
 *
 * @param clients the clients that may have obtained the token, or empty for any client
 * @param markOptional whether the third rule is off
 * @param senderConstraintAllowed whether tokens that need proof of possession are accepted, because
 *     it is checked elsewhere
 */
record AccessTokenRules(
    ClaimRules claimRules,
    AudienceRule audience,
    Set<String> clients,
    boolean markOptional,
    boolean senderConstraintAllowed) {

  private static final List<String> MARKS_OF_OTHER_KINDS =
      List.of("at_hash", "c_hash", "s_hash", "events");

  private static final List<String> MARKS_OF_ID_TOKENS = List.of("nonce", "auth_time");

  private static final List<String> MARKS_OF_ACCESS_TOKENS =
      List.of("scope", "scp", "client_id", "typ", "token_use");

  CheckedClaims check(JoseHeader header, UntrustedClaims claims, long now) {
    CheckedClaims registered = claimRules.check(claims, audience, now);
    checkClient(claims);
    checkKind(header, claims);
    if (!senderConstraintAllowed && claims.contains("cnf")) {
      throw rejected(CLAIMS_VALIDATION, Reason.SENDER_CONSTRAINED, "cnf");
    }
    claims.string("scope");
    claims.strings("groups");
    return registered;
  }

  /**
   * The client is in {@code client_id} (RFC 9068 section 2.2) or {@code azp} (OpenID Connect); if
   * both are present, both must match.
   */
  private void checkClient(UntrustedClaims claims) {
    String authorizedParty = claims.string("azp");
    String clientId = claims.string("client_id");
    if (clients.isEmpty()) {
      return;
    }
    if (authorizedParty == null && clientId == null) {
      throw UntrustedClaims.missing("azp");
    }
    if (authorizedParty != null && !clients.contains(authorizedParty)) {
      throw rejected(CLAIMS_VALIDATION, Reason.AUTHORIZED_PARTY_MISMATCH, "azp");
    }
    if (clientId != null && !clients.contains(clientId)) {
      throw rejected(CLAIMS_VALIDATION, Reason.AUTHORIZED_PARTY_MISMATCH, "client_id");
    }
  }

  private void checkKind(JoseHeader header, UntrustedClaims claims) {
    for (String mark : MARKS_OF_OTHER_KINDS) {
      if (claims.contains(mark)) {
        throw rejected(CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, mark);
      }
    }
    // Keycloak's claim also says how the access token may be used.
    if (!(senderConstraintAllowed && "DPoP".equals(claims.claims().get("typ")))) {
      claims.requireKind("typ", "Bearer");
    }
    claims.requireKind("token_use", "access");
    for (String mark : MARKS_OF_ID_TOKENS) {
      if (claims.contains(mark) && !isMarked(header, claims)) {
        throw rejected(CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, mark);
      }
    }
  }

  /** Whether the token shows that it is an access token, or need not show it. */
  private boolean isMarked(JoseHeader header, UntrustedClaims claims) {
    return markOptional
        || header.accessTokenType()
        || MARKS_OF_ACCESS_TOKENS.stream().anyMatch(claims::contains);
  }
}
