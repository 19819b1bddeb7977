// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.monitor.LatencyDistribution;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.LatencySnapshot;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.UndecidedException;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/**
 * The examples of the first page and of the manual in {@code package-info}, to the letter: {@code
 * ManualExamplesTest} compares them.
 */
final class ReadmeSnippets {

  private ReadmeSnippets() {}

  record Response(int status, @Nullable Object body) {}

  static TokenValidator validator() {
    // tag::validator[]
    TokenValidator validator =
        TokenValidator.builder()
            .issuer(IssuerConfig.builder("https://issuer.example").audience("orders-api").build())
            .build();
    // end::validator[]
    return validator;
  }

  static Response answer(TokenValidator validator, String bearer) {
    // tag::answer[]
    try {
      AccessToken token = validator.validate(bearer);
      return token.hasScope("orders:read") ? ok(ordersOf(token.subject())) : forbidden();
    } catch (TokenRejectedException e) {
      return unauthorized(); // 401; e.rejection() is for your log, not for the client
    } catch (UndecidedException e) {
      return unavailable(); // 503: the issuer's keys are unavailable, try again
    }
    // end::answer[]
  }

  static @Nullable String user(TokenValidator validator, String idToken, String nonce) {
    // tag::id-token[]
    IdToken user = validator.validateIdToken(idToken, IdTokenExpectation.of("shop-web", nonce));
    // end::id-token[]
    return user.subject();
  }

  static String watched(IssuerConfig issuer, String bearer) {
    LatencyMonitor monitor = new LatencyMonitor();
    TokenValidator validator = TokenValidator.builder().issuer(issuer).monitor(monitor).build();
    try (validator) {
      ValidationResult<AccessToken> unused = validator.tryValidate(bearer);
      LatencySnapshot seen = monitor.snapshot();
      LatencyDistribution whole =
          seen.latency(TokenType.ACCESS_TOKEN, ValidationStep.COMPLETE_VALIDATION);
      return "p99 " + whole.percentile(99) + ", rejected " + seen.rejected();
    }
  }

  private static List<String> ordersOf(@Nullable String subject) {
    return List.of("order of " + subject);
  }

  private static Response ok(Object body) {
    return new Response(200, body);
  }

  private static Response unauthorized() {
    return new Response(401, null);
  }

  private static Response forbidden() {
    return new Response(403, null);
  }

  private static Response unavailable() {
    return new Response(503, null);
  }
}
