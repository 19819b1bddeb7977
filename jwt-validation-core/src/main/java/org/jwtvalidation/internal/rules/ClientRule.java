// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.Reason;

/**
 * Which claims name the client that obtained an access token, and which clients are accepted.
 *
 * @param claims in order of preference; if several are present, all must name an accepted client
 * @param accepted the accepted clients, or empty for any
 * @param required whether a token must name its client
 */
public record ClientRule(List<String> claims, Set<String> accepted, boolean required) {

  /** RFC 9068 section 2.2, OpenID Connect Core 1.0 section 2. */
  public static final List<String> STANDARD_CLAIMS = List.of("client_id", "azp");

  void check(UntrustedClaims untrusted) throws RuleViolation {
    boolean named = false;
    for (String claim : claims) {
      String client = untrusted.string(claim);
      if (client != null) {
        named = true;
        if (!accepted.isEmpty() && !accepted.contains(client)) {
          throw RuleViolation.of(Reason.AUTHORIZED_PARTY_MISMATCH, claim, Hint.oneOf(accepted));
        }
      }
    }
    if (!named && required) {
      throw UntrustedClaims.missing(claims.get(0));
    }
  }

  /** The client that verified claims name, or null. */
  public @Nullable String clientOf(ClaimsSet verified) {
    for (String claim : claims) {
      String client = verified.string(claim);
      if (client != null) {
        return client;
      }
    }
    return null;
  }
}
