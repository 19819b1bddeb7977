package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;

import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * The rule for {@code aud} (RFC 7519 section 4.1.3).
 *
 * @param anyOf the token names at least one of these, unless there are none
 * @param allOf the token names all of these
 */
record AudienceRule(Set<String> anyOf, Set<String> allOf) {

  /** What {@code aud} names; a token may lack the claim only where nothing is expected of it. */
  List<String> check(UntrustedClaims claims) {
    boolean expected = !anyOf.isEmpty() || !allOf.isEmpty();
    if (expected) {
      claims.require("aud");
    }
    List<String> audience = claims.stringOrStrings("aud");
    if ((!anyOf.isEmpty() && Collections.disjoint(anyOf, audience))
        || !audience.containsAll(allOf)) {
      throw rejected(CLAIMS_VALIDATION, Reason.AUDIENCE_MISMATCH, "aud");
    }
    return audience;
  }
}
