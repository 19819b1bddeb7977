package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the claims of an access token (RFC 9068 section 4).
 *
 * @param clients who may have obtained the token, or nobody in particular
 * @param senderConstraintAllowed whether somebody else checks the proof of possession of tokens
 *     that need one
 */
record AccessTokenRules(
    ClaimRules claimRules,
    AudienceRule audience,
    Set<String> clients,
    boolean senderConstraintAllowed) {

  /**
   * Claims of ID tokens, logout tokens and security events, which issuers sign with the same keys
   * (RFC 8725 section 3.11).
   */
  private static final List<String> MARKS_OF_OTHER_KINDS =
      List.of("at_hash", "c_hash", "s_hash", "events");

  CheckedClaims check(UntrustedClaims claims, long now) {
    CheckedClaims registered = claimRules.check(claims, audience, now);
    checkClient(claims);
    checkKind(claims);
    if (!senderConstraintAllowed && claims.contains("cnf")) {
      throw rejected(CLAIMS_VALIDATION, Reason.SENDER_CONSTRAINED, "cnf");
    }
    claims.string("scope");
    claims.strings("groups");
    return registered;
  }

  /**
   * RFC 9068 section 2.2 has {@code client_id}, OpenID Connect {@code azp}; where both are there,
   * both have to fit.
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

  private void checkKind(UntrustedClaims claims) {
    for (String mark : MARKS_OF_OTHER_KINDS) {
      if (claims.contains(mark)) {
        throw rejected(CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, mark);
      }
    }
    if (claims.contains("typ") && !isAccessTokenOfKeycloak(claims.claims().get("typ"))) {
      throw rejected(CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "typ");
    }
  }

  /**
   * Keycloak says in a claim what kind of token it is, and of an access token how it may be used.
   */
  private boolean isAccessTokenOfKeycloak(@Nullable Object typ) {
    return "Bearer".equals(typ) || (senderConstraintAllowed && "DPoP".equals(typ));
  }
}
