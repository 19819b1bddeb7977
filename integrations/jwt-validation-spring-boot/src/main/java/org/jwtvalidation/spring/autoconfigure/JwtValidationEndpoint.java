// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jwtvalidation.CacheStatistics;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySourceHealth;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** What the validator does, for operators: at {@code /actuator/jwtValidation} if exposed. */
@Endpoint(id = "jwtValidation")
final class JwtValidationEndpoint {

  private final TokenValidator validator;
  private final OutcomeCounts outcomes;

  JwtValidationEndpoint(TokenValidator validator, OutcomeCounts outcomes) {
    this.validator = validator;
    this.outcomes = outcomes;
  }

  /** Issuers, cache and outcomes; nothing of it comes from a token that was not accepted. */
  @ReadOperation
  Map<String, Object> state() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("issuers", described(validator.keyHealth()));
    state.put("resolvedIssuers", described(validator.resolvedKeyHealth()));
    state.put("cache", described(validator.cacheStatistics()));
    state.put("accepted", outcomes.acceptedTokens());
    state.put("undecided", outcomes.undecidedTokens());
    state.put("rejected", outcomes.rejectedTokens());
    return state;
  }

  private static Map<String, Object> described(Map<String, KeySourceHealth> issuers) {
    Map<String, Object> described = new LinkedHashMap<>();
    issuers.forEach((issuer, keys) -> described.put(issuer, KeysDescription.ofEach(keys)));
    return described;
  }

  private static Map<String, Object> described(CacheStatistics cache) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("requests", cache.requests());
    described.put("hits", cache.hits());
    described.put("evictions", cache.evictions());
    return described;
  }
}
