package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rule for {@code aud} (RFC 7519 section 4.1.3). Without any audience, the claim is optional.
 *
 * @param anyOf the audiences of which the token must name at least one, or empty for no such rule
 * @param allOf the audiences that the token must all name
 */
record AudienceRule(Set<String> anyOf, Set<String> allOf) {

  /** Returns the audiences that the token names. */
  List<String> check(UntrustedClaims claims) {
    boolean expected = !anyOf.isEmpty() || !allOf.isEmpty();
    if (expected) {
      claims.require("aud");
    }
    List<String> audience = claims.stringOrStrings("aud");
    if ((!anyOf.isEmpty() && Collections.disjoint(anyOf, audience))
        || !audience.containsAll(allOf)) {
      throw rejected(CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud", this);
    }
    return audience;
  }

  /** Names the expected audiences, for the log. */
  @Override
  public String toString() {
    String all = "all of " + new TreeSet<>(allOf);
    return anyOf.isEmpty() ? all : new OneOf(anyOf) + (allOf.isEmpty() ? "" : " and " + all);
  }
}
