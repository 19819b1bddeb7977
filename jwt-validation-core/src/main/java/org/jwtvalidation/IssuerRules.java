// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.ClaimRules;
import org.jwtvalidation.internal.rules.HeaderRules;
import org.jwtvalidation.internal.rules.IdTokenRules;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;

/**
 * The rules of one issuer for header and claims, and the user's own checks.
 *
 * @param failures where failures of the user's code are logged
 */
record IssuerRules(
    String issuer,
    HeaderRules headerRules,
    HeaderRules.TypeRule accessTokenType,
    AccessTokenRules forAccessTokens,
    ClaimRules idTokenClaimRules,
    Map<String, ClaimCheck> claimChecks,
    @Nullable ScopeMapper scopeMapper,
    RoleMapper roleMapper,
    FailureLog failures) {

  private static final String REJECTED = "such tokens are rejected";

  JoseHeader checkAccessTokenHeader(Map<String, @Nullable Object> header) throws RuleViolation {
    return headerRules.check(header, accessTokenType);
  }

  JoseHeader checkIdTokenHeader(Map<String, @Nullable Object> header) throws RuleViolation {
    return headerRules.check(header, HeaderRules.TypeRule.ID_TOKEN);
  }

  IdTokenRules forIdTokens(IdTokenExpectation expected) {
    return new IdTokenRules(idTokenClaimRules, expected);
  }

  boolean hasChecks() {
    return !claimChecks.isEmpty();
  }

  /** Runs the user's own checks in their order, up to the first that fails. */
  void runChecks(ClaimsSet claims) throws RuleViolation {
    for (Map.Entry<String, ClaimCheck> check : claimChecks.entrySet()) {
      boolean passed;
      try {
        passed = check.getValue().passes(claims);
      } catch (Exception e) {
        failed("claim check " + check.getKey(), e);
        passed = false;
      }
      if (!passed) {
        throw RuleViolation.of(Reason.CLAIM_CHECK_FAILED, check.getKey());
      }
    }
  }

  MappedClaims map(ClaimsSet claims) throws RuleViolation {
    return new MappedClaims(
        forAccessTokens.client().clientOf(claims),
        scopeMapper == null ? null : map("scope mapper", scopeMapper::scopes, claims, "scopes"),
        map("role mapper", roleMapper::roles, claims, "roles"));
  }

  private List<String> map(
      String code, Function<ClaimsSet, List<String>> mapper, ClaimsSet claims, String mapped)
      throws RuleViolation {
    try {
      return List.copyOf(mapper.apply(claims));
    } catch (Exception e) {
      failed(code, e);
      throw RuleViolation.of(Reason.CLAIM_CHECK_FAILED, mapped);
    }
  }

  private void failed(String code, Exception failure) {
    failures.logWithoutMessage("the " + code + " of " + issuer + " failed", REJECTED, failure);
  }
}
