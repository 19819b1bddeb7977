// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtValidationException;

/**
 * Spring Security's own kind of checks, which applications have for its decoders.
 *
 * @param checks the checks, in their order
 */
record FurtherChecks(List<OAuth2TokenValidator<Jwt>> checks) {

  /**
   * Returns the token if it passes all checks.
   *
   * @throws BadJwtException if it does not; a check that fails lets nothing pass
   */
  ValidatedJwt passed(ValidatedJwt token) {
    for (OAuth2TokenValidator<Jwt> check : checks) {
      OAuth2TokenValidatorResult result;
      try {
        result = check.validate(token);
      } catch (RuntimeException e) {
        throw Failures.ofCheck(e);
      }
      if (result.hasErrors()) {
        throw Failures.ofCheck(new JwtValidationException("Further check", result.getErrors()));
      }
    }
    return token;
  }
}
