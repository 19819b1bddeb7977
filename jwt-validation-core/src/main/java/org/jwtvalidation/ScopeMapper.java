// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import java.util.Objects;
import org.jwtvalidation.internal.jws.Scopes;
import org.jwtvalidation.token.ClaimsSet;

/**
 * Finds the scope tokens of {@link org.jwtvalidation.token.AccessToken#scopes()} in the claims, for
 * issuers that have them neither in {@code scope} nor in {@code scp}. Implementations must be
 * thread-safe. A mapper that throws an exception rejects the token, and the exception is logged as
 * that of a {@link ClaimCheck}.
 */
@FunctionalInterface
public interface ScopeMapper {

  /**
   * Reads the scope tokens of one token.
   *
   * @param claims the verified claims
   * @return the scope tokens, possibly none
   */
  List<String> scopes(ClaimsSet claims);

  /**
   * Returns a mapper of the scope tokens in one claim: a string with spaces between them, or an
   * array of strings.
   *
   * @param name the claim
   * @return the mapper
   */
  static ScopeMapper claim(String name) {
    Objects.requireNonNull(name, "name");
    return claims ->
        claims.get(name) instanceof String scopes ? Scopes.list(scopes) : claims.strings(name);
  }
}
