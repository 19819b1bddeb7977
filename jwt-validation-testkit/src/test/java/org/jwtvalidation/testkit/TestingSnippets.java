// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ValidationResult;

/** The examples of the page about tests, to the letter. */
final class TestingSnippets {

  private TestingSnippets() {}

  /** A service to test. */
  record OrdersApi(TokenValidator validator) {

    int statusFor(String bearer) {
      return validator
          .tryValidate(bearer)
          .map(
              token -> token.hasScope("orders:read") ? 200 : 403,
              rejection -> 401,
              unavailable -> 503);
    }
  }

  // tag::junit[]
  static class OrdersApiTest {

    @RegisterExtension
    static final TestIssuerExtension ISSUERS =
        new TestIssuerExtension(() -> TestIssuer.builder().audience("orders-api").start());

    private final TestIssuer issuer = ISSUERS.issuer();
    @AutoClose private final TokenValidator validator = issuer.validator().build();
    private final OrdersApi api = new OrdersApi(validator);

    @Test
    void showsOrdersToThoseWhoMayReadThem() {
      String token = issuer.token().subject("jo").scope("orders:read").compact();

      assertThat(api.statusFor(token)).isEqualTo(200);
    }

    @Test
    void asksToTryAgainWhileKeysAreMissing() {
      issuer.disconnect(); // until the end of this test

      assertThat(api.statusFor(issuer.token().compact())).isEqualTo(503);
    }
  }

  // end::junit[]

  static List<ValidationResult<AccessToken>> plain() {
    // tag::plain[]
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      String good = issuer.token().compact();
      String expired = issuer.token().expired().compact();

      return List.of(
          validator.tryValidate(good), // Accepted
          validator.tryValidate(expired)); // Rejected: EXPIRED
    }
    // end::plain[]
  }

  static List<String> rejected(TestIssuer issuer) {
    // tag::rejected[]
    TestKey stolen = issuer.unpublishedKey(SignatureAlgorithm.ES256);

    return List.of(
        issuer.token().expired().compact(), // EXPIRED
        issuer.token().audience("payments-api").compact(), // AUDIENCE_MISMATCH
        issuer.token().claim("iss", "https://stranger.example").compact(), // ISSUER_UNKNOWN
        issuer.token().withoutClaim("sub").compact(), // CLAIM_MISSING
        issuer.token().idToken(issuer.audience(), "n-1").compact(), // TYPE_MISMATCH
        issuer.token().unsecured().compact(), // UNSECURED_TOKEN
        issuer.token().signedBy(stolen).compact(), // KEY_UNKNOWN
        Tampering.flipSignatureBit(issuer.token().compact()), // SIGNATURE_INVALID
        issuer.token().rawClaims("{").compact()); // MALFORMED_JSON
    // end::rejected[]
  }

  static List<String> accepted(TestIssuer issuer, DpopClient client) {
    // tag::accepted[]
    return List.of(
        issuer.token().subject("jo").scope("orders:read", "orders:write").compact(),
        issuer.token().claim("realm_access", Map.of("roles", List.of("clerk"))).compact(),
        issuer.token().claim("client_id", "shop-web").header("typ", "JWT").compact(),
        issuer.token().boundTo(client).compact(),
        issuer.token().algorithm(SignatureAlgorithm.RS256).expiresIn(Duration.ofDays(1)).compact());
    // end::accepted[]
  }

  static String proof(TestIssuer issuer, URI uri) {
    // tag::proof[]
    DpopClient client = DpopClient.create();
    String token = issuer.token().boundTo(client).compact();
    String proof = client.proof("GET", uri).accessToken(token).compact();
    // end::proof[]
    return proof;
  }

  static List<ValidationResult<AccessToken>> rotation(TestIssuer issuer, TokenValidator validator) {
    // tag::rotation[]
    TestKey old = issuer.key();
    String before = issuer.token().compact();
    issuer.rotate();
    issuer.withdraw(old);
    String after = issuer.token().compact();

    return List.of(
        validator.tryValidate(after), // Accepted, after a fetch for the new key
        validator.tryValidate(before)); // Rejected: KEY_UNKNOWN
    // end::rotation[]
  }

  static List<Runnable> failures(TestIssuer issuer) {
    // tag::failures[]
    TestResponse keys = TestResponse.json(issuer.jwkSetJson());

    return List.of(
        () -> issuer.disconnect(), // connections are refused
        () -> issuer.dropConnects(), // connecting takes until the time-out
        () -> issuer.discoveryResponse(TestResponse.status(404)),
        () -> issuer.jwksResponse(TestResponse.status(503).header("Retry-After", "7")),
        () -> issuer.jwksResponse(TestResponse.json("<html>")),
        () -> issuer.jwksResponse(keys.stallingAfter(5)),
        () -> issuer.jwksResponse(keys.resetAfter(5)),
        () -> issuer.jwksResponses(keys, TestResponse.status(500))); // in turn
    // end::failures[]
  }
}
