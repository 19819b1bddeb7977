// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jwtvalidation.token.Reason;

/**
 * The rule for {@code aud} (RFC 7519 section 4.1.3). Without any audience, the claim is optional,
 * and may name anything unless a token for another resource is refused.
 *
 * @param anyOf the audiences of which the token must name at least one, or empty for no such rule
 * @param allOf the audiences that the token must all name
 * @param orAbsent whether, without any audience, a token that names one is for another resource
 */
public record AudienceRule(Set<String> anyOf, Set<String> allOf, boolean orAbsent) {

  /** Returns the audiences that the token names. */
  List<String> check(UntrustedClaims claims) throws RuleViolation {
    boolean expected = !anyOf.isEmpty() || !allOf.isEmpty();
    if (expected) {
      claims.require("aud");
    }
    List<String> audience = claims.stringOrStrings("aud");
    if ((!anyOf.isEmpty() && Collections.disjoint(anyOf, audience))
        || !audience.containsAll(allOf)
        || (!expected && orAbsent && !audience.isEmpty())) {
      throw RuleViolation.of(Reason.AUDIENCE_MISMATCH, "aud", new Hint(this::expected));
    }
    return audience;
  }

  String expected() {
    if (orAbsent && anyOf.isEmpty() && allOf.isEmpty()) {
      return "expected none";
    }
    String all = "all of " + new TreeSet<>(allOf);
    return anyOf.isEmpty()
        ? "expected " + all
        : Hint.oneOf(anyOf) + (allOf.isEmpty() ? "" : " and " + all);
  }
}
