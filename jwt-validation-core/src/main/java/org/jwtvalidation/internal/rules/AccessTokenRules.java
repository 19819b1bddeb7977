// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.token.Actor;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.Confirmation;
import org.jwtvalidation.token.Reason;

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
 *       (Keycloak; or {@code DPoP}, where the proof is checked), {@code token_use} is {@code
 *       access} (Amazon Cognito).
 *   <li>A token with {@code nonce} or {@code auth_time}, as ID tokens have them, needs a mark of an
 *       access token: {@code at+jwt} in the header, one of the two claims of the second rule,
 *       {@code scope}, {@code scp} or {@code client_id}. Access tokens may have these claims, too
 *       (RFC 9068 section 2.2.1), and then have such a mark.
 * </ol>
 *
 * @param scopesMapped whether a {@code ScopeMapper} reads the scope tokens, so that their standard
 *     claims may have any form
 * @param markOptional whether the third rule is off
 * @param senderConstraintAllowed whether tokens that need proof of possession are accepted from a
 *     caller who does not say how it is checked, because it is checked elsewhere
 */
public record AccessTokenRules(
    ClaimRules claimRules,
    AudienceRule audience,
    ClientRule client,
    boolean scopesMapped,
    boolean markOptional,
    boolean senderConstraintAllowed) {

  private static final List<String> MARKS_OF_OTHER_KINDS =
      List.of("at_hash", "c_hash", "s_hash", "events");

  private static final List<String> MARKS_OF_ID_TOKENS = List.of("nonce", "auth_time");

  private static final List<String> MARKS_OF_ACCESS_TOKENS =
      List.of("scope", "scp", "client_id", "typ", "token_use");

  /**
   * Checks the claims.
   *
   * @param binding how it is checked that the sender has the token's key
   */
  public CheckedClaims check(
      JoseHeader header, UntrustedClaims claims, SenderBinding binding, long now)
      throws RuleViolation {
    CheckedClaims registered = claimRules.check(claims, audience, now);
    client.check(claims);
    checkKind(header, claims, binding);
    checkSenderConstraint(claims.claims(), binding);
    checkConfirmation(claims);
    checkActor(claims);
    if (!scopesMapped) {
      checkScopes(claims);
    }
    return registered;
  }

  /** Whether the answer to a token depends on how the caller checks its sender. */
  public static boolean dependOnSender(ClaimsSet claims) {
    return claims.contains("cnf") || isProofKind(claims.get("typ"));
  }

  /** Checks again, for another caller, what depends on how the caller checks the sender. */
  public void checkSender(ClaimsSet verified, SenderBinding binding) throws RuleViolation {
    checkOwnKind(verified.asMap(), binding);
    checkSenderConstraint(verified.asMap(), binding);
  }

  private void checkSenderConstraint(Map<String, @Nullable Object> claims, SenderBinding binding)
      throws RuleViolation {
    if (claims.containsKey("cnf") && !binding.covers(claims.get("cnf"), senderConstraintAllowed)) {
      throw RuleViolation.of(Reason.SENDER_CONSTRAINED, "cnf", Hint.BOUND);
    }
  }

  /** Checks that {@link Confirmation} can read the claim. */
  private static void checkConfirmation(UntrustedClaims claims) throws RuleViolation {
    UntrustedClaims members = claims.object("cnf");
    if (members != null
        && (!members.isStringOrMissing("jkt") || !members.isStringOrMissing("x5t#S256"))) {
      throw UntrustedClaims.malformed("cnf");
    }
  }

  /**
   * Checks that {@link Actor} can read the claim. A token without an actor that can be read would
   * otherwise look like one of the subject alone. No member is required (RFC 8693 section 4.1).
   */
  private static void checkActor(UntrustedClaims claims) throws RuleViolation {
    UntrustedClaims actor = claims.object("act");
    while (actor != null) {
      if (!isNameOrMissing(actor, "sub") || !isNameOrMissing(actor, "iss")) {
        throw UntrustedClaims.malformed("act");
      }
      actor = actor.object("act");
    }
  }

  private static boolean isNameOrMissing(UntrustedClaims members, String name) {
    return members.isStringOrMissing(name) && !"".equals(members.claims().get(name));
  }

  /** Checks that {@link org.jwtvalidation.internal.jws.Scopes} can read the scope tokens. */
  private static void checkScopes(UntrustedClaims claims) throws RuleViolation {
    claims.checkStringOrStrings(claims.contains("scope") ? "scope" : "scp");
  }

  private void checkKind(JoseHeader header, UntrustedClaims claims, SenderBinding binding)
      throws RuleViolation {
    for (String mark : MARKS_OF_OTHER_KINDS) {
      if (claims.contains(mark)) {
        throw RuleViolation.of(
            Reason.TYPE_MISMATCH, mark, mark.equals("events") ? Hint.OTHER_KIND : Hint.ID_TOKEN);
      }
    }
    checkOwnKind(claims.claims(), binding);
    claims.requireKind("token_use", "access");
    for (String mark : MARKS_OF_ID_TOKENS) {
      if (claims.contains(mark) && !isMarked(header, claims)) {
        throw RuleViolation.of(Reason.TYPE_MISMATCH, mark, Hint.ID_TOKEN);
      }
    }
  }

  /** Keycloak's claim also says how the access token may be used. */
  private void checkOwnKind(Map<String, @Nullable Object> claims, SenderBinding binding)
      throws RuleViolation {
    boolean isProofChecked =
        isProofKind(claims.get("typ"))
            && binding.coversProof(claims.get("cnf"), senderConstraintAllowed);
    if (!isProofChecked) {
      UntrustedClaims.requireKind(claims, "typ", "Bearer");
    }
  }

  private static boolean isProofKind(@Nullable Object typ) {
    return "DPoP".equals(typ);
  }

  /** Whether the token shows that it is an access token, or need not show it. */
  private boolean isMarked(JoseHeader header, UntrustedClaims claims) {
    return markOptional
        || header.accessTokenType()
        || MARKS_OF_ACCESS_TOKENS.stream().anyMatch(claims::contains);
  }
}
