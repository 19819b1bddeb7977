// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
  static final class OrdersServer implements AutoCloseable {

    private final TokenValidator validator;
    private final HttpServer server;

    OrdersServer(TokenValidator validator) {
      this.validator = validator;
      try {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      server.createContext("/", this::answer);
      server.start();
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
    }

    private void answer(HttpExchange exchange) throws IOException {
      String bearer = exchange.getRequestHeaders().getFirst("Authorization");
      int status =
          validator
              .tryValidate(bearer.substring("Bearer ".length()))
              .map(
                  token -> token.hasScope("orders:read") ? 200 : 403,
                  rejection -> 401,
                  unavailable -> 503);
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  /** In an interface, a class is static without the word, which the manual does not show. */
  interface WithJUnit {

    // tag::junit[]
    class OrdersTest {

      @RegisterExtension
      static final TestIssuerExtension ISSUERS =
          new TestIssuerExtension(() -> TestIssuer.builder().audience("orders-api").start());

      private final TestIssuer issuer = ISSUERS.issuer();
      @AutoClose private final TokenValidator validator = issuer.validator().build();
      @AutoClose private final OrdersServer server = new OrdersServer(validator);

      private int statusFor(String token) throws Exception {
        HttpRequest request =
            HttpRequest.newBuilder(server.uri()).header("Authorization", "Bearer " + token).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
      }

      @Test
      void checksTokens() throws Exception {
        assertThat(statusFor(issuer.token().scope("orders:read").compact())).isEqualTo(200);
        assertThat(statusFor(issuer.token().compact())).isEqualTo(403);
        assertThat(statusFor(issuer.token().expired().compact())).isEqualTo(401);
      }

      @Test
      void needsKeys() throws Exception {
        issuer.disconnect(); // until the end of this test

        assertThat(statusFor(issuer.token().compact())).isEqualTo(503);
      }
    }

    // end::junit[]
  }

  static List<ValidationResult<AccessToken>> plain() {
    // tag::plain[]
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      return List.of(
          validator.tryValidate(issuer.token().compact()), // Accepted
          validator.tryValidate(issuer.token().expired().compact())); // Rejected: EXPIRED
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
        () -> issuer.dropConnects(), // connecting takes until the timeout
        () -> issuer.discoveryResponse(TestResponse.status(404)), // not with a JWK Set URI
        () -> issuer.jwksResponse(TestResponse.status(503).header("Retry-After", "7")),
        () -> issuer.jwksResponse(TestResponse.json("<html>")),
        () -> issuer.jwksResponse(keys.stallingAfter(5)),
        () -> issuer.jwksResponse(keys.resetAfter(5)),
        () -> issuer.jwksResponses(keys, TestResponse.status(500))); // in turn
    // end::failures[]
  }
}
