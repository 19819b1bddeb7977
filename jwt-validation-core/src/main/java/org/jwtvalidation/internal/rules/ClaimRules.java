// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static java.math.RoundingMode.CEILING;
import static java.math.RoundingMode.FLOOR;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.token.Reason;

/**
 * The rules of one issuer for the Registered Claims (RFC 7519 section 4.1) of any kind of token.
 *
 * @param leeway the milliseconds by which clocks may differ
 * @param maxAge the time after {@code iat} for which a token is valid, or null for no such bound
 * @param requiredClaims more claims that must be present and not null
 */
public record ClaimRules(
    long leeway,
    @Nullable Duration maxAge,
    boolean issuedAtRequired,
    boolean subjectRequired,
    Set<String> requiredClaims) {

  public CheckedClaims check(UntrustedClaims claims, AudienceRule audienceRule, long now)
      throws RuleViolation {
    long usableUntil = claims.requiredMillis("exp", FLOOR) + leeway;
    if (now >= usableUntil) {
      throw RuleViolation.of(
          Reason.EXPIRED, "exp", Hint.clock("exp", usableUntil - leeway - now, leeway));
    }
    long notBefore = claims.millis("nbf", CEILING) - leeway;
    if (now < notBefore) {
      throw RuleViolation.of(
          Reason.NOT_YET_VALID, "nbf", Hint.clock("nbf", notBefore + leeway - now, leeway));
    }
    long issuedAt =
        issuedAtRequired ? claims.requiredMillis("iat", CEILING) : claims.millis("iat", CEILING);
    if (now < issuedAt - leeway) {
      throw RuleViolation.of(
          Reason.ISSUED_IN_FUTURE, "iat", Hint.clock("iat", issuedAt - now, leeway));
    }
    if (maxAge != null) {
      long tooOld = issuedAt + maxAge.toMillis() + leeway;
      if (now >= tooOld) {
        throw RuleViolation.of(Reason.TOO_OLD, "iat", Hint.clock("iat", issuedAt - now, leeway));
      }
      usableUntil = Math.min(usableUntil, tooOld);
    }
    List<String> audience = audienceRule.check(claims);
    String subject = subject(claims);
    claims.string("jti");
    for (String required : requiredClaims) {
      claims.requireValue(required);
    }
    return new CheckedClaims(
        subject, audience, Math.max(notBefore, issuedAt - leeway), usableUntil);
  }

  private @Nullable String subject(UntrustedClaims claims) throws RuleViolation {
    return subjectRequired || claims.contains("sub") ? claims.requiredString("sub") : null;
  }
}
