// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static java.math.RoundingMode.CEILING;
import static java.math.RoundingMode.FLOOR;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;

/** The rules for the claims of an ID token (OpenID Connect Core 1.0 section 3.1.3.7). */
public record IdTokenRules(ClaimRules claimRules, IdTokenExpectation expected) {

  public CheckedClaims check(UntrustedClaims claims, long now) throws RuleViolation {
    AudienceRule audience = new AudienceRule(Set.of(), Set.of(expected.clientId()), false);
    CheckedClaims registered = claimRules.check(claims, audience, now);
    if (!expected.audiences().containsAll(registered.audience())) {
      throw RuleViolation.of(
          Reason.AUDIENCE_MISMATCH,
          "aud",
          new Hint(() -> "expected none but " + new TreeSet<>(expected.audiences())));
    }
    checkAuthorizedParty(claims, registered);
    checkKind(claims);
    checkNonce(claims);
    checkAuthenticationTime(claims, now);
    if (expected.accessToken() != null) {
      claims.requiredString("at_hash");
    }
    return registered;
  }

  /**
   * Compares {@code at_hash}. Only a verified token tells which hash to use, as {@code alg} may
   * stand for several algorithms, and only for one is the access token worth hashing.
   */
  public void checkAccessTokenHash(VerifiedJws verified) throws RuleViolation {
    String accessToken = expected.accessToken();
    if (accessToken == null) {
      return;
    }
    String hashName = hashName(verified.key().algorithm());
    if (hashName == null
        || !leftHalfOfHash(accessToken, hashName).equals(verified.claims().get("at_hash"))) {
      throw RuleViolation.of(Reason.TOKEN_HASH_MISMATCH, "at_hash");
    }
  }

  private void checkAuthorizedParty(UntrustedClaims claims, CheckedClaims registered)
      throws RuleViolation {
    String authorizedParty = claims.string("azp");
    if (authorizedParty == null) {
      if (registered.audience().size() > 1) {
        throw UntrustedClaims.missing("azp");
      }
    } else if (!expected.authorizedParties().contains(authorizedParty)) {
      throw RuleViolation.of(
          Reason.AUTHORIZED_PARTY_MISMATCH, "azp", Hint.oneOf(expected.authorizedParties()));
    }
  }

  private static void checkKind(UntrustedClaims claims) throws RuleViolation {
    if (claims.contains("events")) {
      throw RuleViolation.of(Reason.TYPE_MISMATCH, "events");
    }
    // Keycloak and Amazon Cognito each name the kind of a token in a claim.
    claims.requireKind("typ", "ID");
    claims.requireKind("token_use", "id");
  }

  private void checkNonce(UntrustedClaims claims) throws RuleViolation {
    String nonce = claims.string("nonce");
    String sent = expected.nonce();
    if (sent == null ? nonce != null : !sent.equals(nonce)) {
      throw RuleViolation.of(Reason.NONCE_MISMATCH, "nonce");
    }
  }

  private void checkAuthenticationTime(UntrustedClaims claims, long now) throws RuleViolation {
    Duration maxAge = expected.maxAuthenticationAge();
    if (maxAge != null) {
      claims.require("auth_time");
    }
    if (now < claims.millis("auth_time", CEILING) - claimRules.leeway()) {
      throw RuleViolation.of(Reason.ISSUED_IN_FUTURE, "auth_time");
    }
    if (maxAge != null
        && now - claims.millis("auth_time", FLOOR) > maxAge.toMillis() + claimRules.leeway()) {
      throw RuleViolation.of(Reason.AUTHENTICATION_TOO_OLD, "auth_time");
    }
  }

  /** OpenID Connect Core 1.0 section 3.1.3.6. */
  public static String leftHalfOfHash(String accessToken, String hashName) {
    try {
      byte[] hash = MessageDigest.getInstance(hashName).digest(accessToken.getBytes(UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(hash, hash.length / 2));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + hashName, e);
    }
  }

  /** The name of the hash for an algorithm, or null if no standard names one. */
  private static @Nullable String hashName(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, PS256, ES256 -> "SHA-256";
      case RS384, PS384, ES384 -> "SHA-384";
      // The hash inside Ed25519, which implementations of OpenID Connect have agreed on.
      case RS512, PS512, ES512, ED25519 -> "SHA-512";
      case ED448, ML_DSA_44, ML_DSA_65, ML_DSA_87 -> null;
    };
  }
}
