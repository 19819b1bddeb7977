// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.jws.MappedClaims;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.internal.rules.ClaimRules;
import org.jwtvalidation.internal.rules.ClientRule;
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
    ClientRule clientRule,
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
    return new MappedClaims(clientRule.clientOf(claims), mapScopes(claims), mapRoles(claims));
  }

  private @Nullable List<String> mapScopes(ClaimsSet claims) throws RuleViolation {
    if (scopeMapper == null) {
      return null;
    }
    try {
      return List.copyOf(scopeMapper.scopes(claims));
    } catch (Exception e) {
      failed("scope mapper", e);
      throw RuleViolation.of(Reason.CLAIM_CHECK_FAILED, "scopes");
    }
  }

  private List<String> mapRoles(ClaimsSet claims) throws RuleViolation {
    try {
      return List.copyOf(roleMapper.roles(claims));
    } catch (Exception e) {
      failed("role mapper", e);
      throw RuleViolation.of(Reason.CLAIM_CHECK_FAILED, "roles");
    }
  }

  private void failed(String code, Exception failure) {
    failures.logWithoutMessage("the " + code + " of " + issuer + " failed", REJECTED, failure);
  }
}
