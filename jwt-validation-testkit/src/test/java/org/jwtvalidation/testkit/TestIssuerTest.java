// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;

class TestIssuerTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static HttpResponse<String> get(String uri) throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static TokenValidator validator(TestIssuer issuer, KeySource keys) {
    return TokenValidator.builder()
        .issuer(
            IssuerConfig.builder(issuer.issuer())
                .audience(TestIssuer.AUDIENCE)
                .keySource(keys)
                .build())
        .build();
  }

  private static Reason reason(ValidationResult<AccessToken> result) {
    assertThat(result).isInstanceOf(ValidationResult.Rejected.class);
    Rejection rejection = ((ValidationResult.Rejected<AccessToken>) result).rejection();
    return rejection.reason();
  }

  @Test
  void servesKeysAndMetadata() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      TestKey key = issuer.key(ES256);
      assertThat(issuer.issuer()).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(issuer.jwksUri()).hasToString(issuer.issuer() + "/jwks");

      HttpResponse<String> jwks = get(issuer.jwksUri().toString());
      assertThat(jwks.statusCode()).isEqualTo(200);
      assertThat(jwks.headers().firstValue("Content-Type")).hasValue("application/jwk-set+json");
      assertThat(jwks.body()).isEqualTo("{\"keys\":[" + key.jwk() + "]}");

      for (String path :
          List.of("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server")) {
        HttpResponse<String> metadata = get(issuer.issuer() + path);
        assertThat(metadata.statusCode()).isEqualTo(200);
        assertThat(metadata.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(metadata.body())
            .contains(
                "\"issuer\":\"" + issuer.issuer() + "\"",
                "\"jwks_uri\":\"" + issuer.jwksUri() + "\"",
                "\"id_token_signing_alg_values_supported\":[\"ES256\"]");
      }
      assertThat(issuer.jwksRequests()).isEqualTo(1);
      assertThat(issuer.discoveryRequests()).isEqualTo(2);
    }
  }

  @Test
  void servesNothingElse() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      assertThat(get(issuer.issuer() + "/").statusCode()).isEqualTo(404);
      assertThat(get(issuer.jwksUri() + "/more").statusCode()).isEqualTo(404);
      assertThat(issuer.jwksRequests()).isZero();
      HttpResponse<Void> posted =
          HTTP.send(
              HttpRequest.newBuilder(issuer.jwksUri())
                  .POST(HttpRequest.BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      assertThat(posted.statusCode()).isEqualTo(405);
      assertThat(posted.headers().firstValue("Allow")).hasValue("GET");
    }
  }

  @Test
  void worksAsInThePackageDescription() {
    try (TestIssuer issuer = TestIssuer.builder().audience("orders-api").start();
        TokenValidator validator = issuer.validator().build()) {
      String token = issuer.token().scope("orders:read").compact();
      AccessToken accepted = validator.validate(token);
      assertThat(accepted.hasScope("orders:read")).isTrue();
    }
  }

  @Test
  void isTrustedByDiscovery() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(issuer, issuer.keySource())) {
      assertThat(validator.validate(issuer.token().compact()).issuer()).isEqualTo(issuer.issuer());
      assertThat(issuer.discoveryRequests()).isEqualTo(1);
      assertThat(issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  void rotatesAndWithdrawsKeysOverHttp() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = validator(issuer, issuer.keySource())) {
      TestKey first = issuer.key(ES256);
      assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(first.keyId());

      TestKey second = issuer.rotate(ES256);
      assertThat(issuer.key(ES256)).isSameAs(second).isNotSameAs(first);
      assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(second.keyId());
      assertThat(validator.validate(issuer.token().signedBy(first).compact()).keyId())
          .isEqualTo(first.keyId());
      assertThat(issuer.jwksRequests()).isEqualTo(2);

      issuer.withdraw(first);
      // A token of an unknown key makes the validator refresh its keys.
      assertThat(
              reason(
                  validator.tryValidate(
                      issuer.token().signedBy(issuer.unpublishedKey(ES256)).compact())))
          .isEqualTo(Reason.KEY_UNKNOWN);
      assertThat(reason(validator.tryValidate(issuer.token().signedBy(first).compact())))
          .isEqualTo(Reason.KEY_UNKNOWN);
      assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(second.keyId());
    }
  }

  @Test
  void rotatesAndWithdrawsKeysInMemoryAtOnce() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator = validator(issuer, issuer.keySource())) {
      TestKey first = issuer.key(ES256);
      String token = issuer.token().compact();
      assertThat(validator.validate(token).keyId()).isEqualTo(first.keyId());
      TestKey second = issuer.rotate(ES256);
      assertThat(validator.validate(token).keyId()).isEqualTo(first.keyId());
      issuer.withdraw(first);
      assertThat(reason(validator.tryValidate(token))).isEqualTo(Reason.KEY_UNKNOWN);
      assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(second.keyId());
    }
  }

  @Test
  void signsWithANewKeyAfterTheCurrentOneWasWithdrawn() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TestKey first = issuer.key(ED25519);
    issuer.withdraw(first);
    assertThat(issuer.key(ED25519)).isNotSameAs(first);
    assertThat(issuer.jwkSet().size()).isEqualTo(1);
  }

  @Test
  void keepsTheSetUntilItsKeysChange() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    issuer.key(ES256);
    JwkSet before = issuer.jwkSet();
    VerificationKey key = before.keys().get(0);
    assertThat(issuer.jwkSet()).isSameAs(before);
    issuer.rotate(ES256);
    assertThat(issuer.jwkSet().size()).isEqualTo(2);
    assertThat(issuer.jwkSet().keys()).contains(key);
  }

  @Test
  void publishesAnyKey() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TestKey key = issuer.key(ES256);
    TestKey sameKeyId = TestKey.generate(ES256, key.keyId());
    issuer.key(ED25519);
    issuer.publish(sameKeyId);
    assertThat(issuer.jwkSetJson()).contains(key.jwk(), sameKeyId.jwk());
    assertThat(issuer.jwkSet().size()).isEqualTo(1);
    assertThat(issuer.jwkSet().skipped()).hasSize(2);
    assertThatThrownBy(() -> issuer.publish(key)).isInstanceOf(IllegalArgumentException.class);
    issuer.withdraw(sameKeyId);
    assertThat(issuer.jwkSet().size()).isEqualTo(2);
    assertThatThrownBy(() -> issuer.withdraw(sameKeyId))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void doesNotPublishTheUnpublishedKey() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TestKey unpublished = issuer.unpublishedKey(ES256);
    assertThat(issuer.key(ES256).keyId()).isNotEqualTo(unpublished.keyId());
    assertThat(issuer.jwkSetJson()).doesNotContain("\"" + unpublished.keyId() + "\"");
  }

  @Test
  void publishesAKeyFromTheStart() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      validator.warmUp();

      validator.validate(issuer.token().compact());

      assertThat(issuer.jwksRequests()).isEqualTo(1);
      assertThat(issuer.jwkSetJson()).isEqualTo("{\"keys\":[" + issuer.key().jwk() + "]}");
    }
    TestIssuer offline = TestIssuer.offline("https://issuer.example");
    assertThat(offline.jwkSet().keys().get(0).keyId()).isEqualTo(offline.key().keyId());
  }

  @Test
  void namesTheAlgorithmOfItsFirstKeyInItsMetadata() throws Exception {
    try (TestIssuer issuer = TestIssuer.builder().algorithm(ED25519).start()) {
      assertThat(get(issuer.issuer() + "/.well-known/openid-configuration").body())
          .contains("\"id_token_signing_alg_values_supported\":[\"Ed25519\"]");
    }
  }

  @Test
  void publishesNoKeyBesideThoseOfATestThatBringsItsOwn() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    TestKey key = TestKey.generate(ES256, "mine");
    issuer.publish(key);
    assertThat(issuer.jwkSetJson()).isEqualTo("{\"keys\":[" + key.jwk() + "]}");
    assertThat(issuer.rotate().keyId()).isEqualTo("ES256-1");
  }

  @Test
  void publishesAnEmptySetOnceAllKeysAreWithdrawn() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    issuer.withdraw(issuer.key());
    assertThat(issuer.jwkSetJson()).isEqualTo("{\"keys\":[]}");
    assertThatThrownBy(issuer::jwkSet)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no usable key is published");
    try (TokenValidator validator = validator(issuer, issuer.keySource())) {
      String strangers = TestIssuer.offline("https://issuer.example").token().compact();
      assertThat(validator.tryValidate(strangers)).isInstanceOf(ValidationResult.Undecided.class);
    }
  }

  @Test
  void rotatesTheKeyOfItsTokens() {
    TestIssuer issuer = TestIssuer.builder().algorithm(ED25519).offline("https://issuer.example");
    try (TokenValidator validator = issuer.validator().build()) {
      assertThat(issuer.algorithm()).isEqualTo(ED25519);
      TestKey second = issuer.rotate();
      assertThat(second.algorithm()).isEqualTo(ED25519);
      assertThat(issuer.key()).isSameAs(second);
      assertThat(issuer.jwkSet().size()).as("with the first key").isEqualTo(2);
      assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(second.keyId());
    }
  }

  @Test
  void rotatesNoKeyThatSignsNoToken() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    assertThatThrownBy(() -> issuer.rotate(ED25519))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "algorithm: this issuer signs no token by Ed25519, only by ES256; rotate a key of"
                + " those, or first create one by key(ED25519)");
    String token = issuer.token().algorithm(ED25519).compact();
    assertThat(issuer.rotate(ED25519).keyId()).isNotEqualTo(issuer.key().keyId());
    try (TokenValidator validator = issuer.validator().build()) {
      assertThat(validator.validate(token).keyId()).isEqualTo("Ed25519-1");
    }
  }

  @Test
  void rotatesAKeyThatWasWithdrawn() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    issuer.withdraw(issuer.key(ED25519));
    assertThat(issuer.rotate(ED25519)).isSameAs(issuer.key(ED25519));
  }

  @Test
  void showsEveryRotationAtOnce() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      validator.warmUp();
      for (int i = 0; i < 3; i++) {
        TestKey key = issuer.rotate();
        assertThat(validator.validate(issuer.token().compact()).keyId()).isEqualTo(key.keyId());
      }
    }
  }

  @Test
  void dropsAWithdrawnKeyWithTheNextFetch() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      String old = issuer.token().compact();
      validator.validate(old);
      issuer.withdraw(issuer.key());
      validator.validate(issuer.token().compact());
      assertThat(reason(validator.tryValidate(old))).isEqualTo(Reason.KEY_UNKNOWN);
    }
  }

  @Test
  void showsTheEndOfAnOutageAtOnce() {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().build()) {
      String token = issuer.token().compact();
      List<Runnable> outages =
          List.of(
              () -> issuer.jwksResponse(TestResponse.status(503)),
              () -> issuer.discoveryResponse(TestResponse.json("{}")),
              issuer::disconnect);
      for (Runnable outage : outages) {
        outage.run();
        assertThat(validator.tryValidate(token)).isInstanceOf(ValidationResult.Undecided.class);
      }
      issuer.recover();
      assertThat(validator.tryValidate(token).isAccepted()).isTrue();
    }
  }

  @Test
  void recoversFromEveryCommand() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      String jwks = get(issuer.jwksUri().toString()).body();
      issuer.jwksResponse(TestResponse.status(500));
      issuer.discoveryResponse(TestResponse.status(500));
      issuer.otherResponder(request -> TestResponse.status(500));
      issuer.recover();
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo(jwks);
      for (String path :
          List.of("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server")) {
        assertThat(get(issuer.issuer() + path).statusCode()).isEqualTo(200);
      }
      assertThat(get(issuer.issuer() + "/elsewhere").statusCode()).isEqualTo(404);
      assertThat(issuer.jwksRequests()).isEqualTo(2);
      assertThat(issuer.requests()).hasSize(5);
    }
    TestIssuer.offline("https://issuer.example").recover();
    TestIssuer closed = TestIssuer.start();
    closed.close();
    assertThatThrownBy(closed::recover)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the issuer is closed; start another");
  }

  @Test
  void issuesTokensForTheGivenAudience() {
    try (TestIssuer issuer = TestIssuer.builder().audience("orders-api").start();
        TokenValidator validator = issuer.validator().build()) {
      assertThat(issuer.audience()).isEqualTo("orders-api");
      assertThat(validator.validate(issuer.token().compact()).audience())
          .containsExactly("orders-api");
      String other = issuer.token().audience(TestIssuer.AUDIENCE).compact();
      assertThat(reason(validator.tryValidate(other))).isEqualTo(Reason.AUDIENCE_MISMATCH);
    }
  }

  @Test
  void namesAWrongOption() {
    TestIssuer.Builder withCertificate = TestIssuer.builder().certificate(TestCertificate.create());
    assertThatThrownBy(() -> withCertificate.offline("https://issuer.example"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("certificate: given for an issuer without a server; omit it, or call start()");
    Stream.of(SignatureAlgorithm.values())
        .filter(algorithm -> !algorithm.isAvailable())
        .map(algorithm -> TestIssuer.builder().algorithm(algorithm))
        .forEach(options ->
            assertThatThrownBy(options::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose another, or use a newer JDK"));
  }

  @Test
  void sharesNoKeysWithOtherIssuers() {
    TestIssuer one = TestIssuer.offline("https://one.example");
    TestIssuer two = TestIssuer.offline("https://two.example");
    assertThat(one.key(ES256).publicKey()).isNotEqualTo(two.key(ES256).publicKey());
  }

  @Test
  void hasNoServerIfOffline() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    assertThatThrownBy(issuer::jwksUri).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> issuer.jwksResponse(null)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> issuer.discoveryResponse(null))
        .isInstanceOf(IllegalStateException.class);
    List<ThrowingCallable> needServer =
        List.of(
            () -> issuer.jwksResponses(TestResponse.status(200)),
            () -> issuer.jwksResponder(null),
            () -> issuer.discoveryResponder(null),
            () -> issuer.otherResponder(null),
            issuer::disconnect,
            issuer::dropConnects,
            issuer::reconnect,
            issuer::closeIdleConnections);
    for (ThrowingCallable call : needServer) {
      assertThatThrownBy(call)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("offline");
    }
    assertThat(issuer.jwksRequests() + issuer.discoveryRequests()).isZero();
    assertThat(issuer.requests()).isEmpty();
    issuer.close();
    assertThat(issuer).hasToString("TestIssuer[https://issuer.example]");
  }

  @Test
  void sendsConfiguredResponses() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.jwksResponse(TestResponse.status(503).header("Retry-After", "7"));
      HttpResponse<String> unavailable = get(issuer.jwksUri().toString());
      assertThat(unavailable.statusCode()).isEqualTo(503);
      assertThat(unavailable.headers().firstValue("Retry-After")).hasValue("7");
      assertThat(unavailable.body()).isEmpty();

      issuer.discoveryResponse(TestResponse.json("{").header("Content-Type", "text/html"));
      HttpResponse<String> broken = get(issuer.issuer() + "/.well-known/openid-configuration");
      assertThat(broken.body()).isEqualTo("{");
      assertThat(broken.headers().allValues("Content-Type")).containsExactly("text/html");

      issuer.jwksResponse(null);
      issuer.discoveryResponse(null);
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo(issuer.jwkSetJson());
      assertThat(get(issuer.issuer() + "/.well-known/openid-configuration").body())
          .contains("jwks_uri");
      assertThat(issuer.jwksRequests()).isEqualTo(2);
    }
  }

  @Test
  void sendsResponsesInTurn() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.jwksResponses(
          TestResponse.json("1"), TestResponse.status(503), TestResponse.json("3"));
      for (int i = 0; i < 2; i++) {
        assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo("1");
        assertThat(get(issuer.jwksUri().toString()).statusCode()).isEqualTo(503);
        assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo("3");
      }
      issuer.jwksResponses(TestResponse.json("4"));
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo("4");
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo("4");
      issuer.jwksResponse(null);
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo(issuer.jwkSetJson());
    }
  }

  @Test
  void computesResponsesFromRequests() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.jwksResponder(request -> TestResponse.json(request.target()));
      issuer.discoveryResponder(request -> TestResponse.json(request.path() + "!"));
      issuer.otherResponder(request -> TestResponse.json(request.method()));
      assertThat(get(issuer.jwksUri() + "?a=b").body()).isEqualTo("/jwks?a=b");
      for (String path :
          List.of("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server")) {
        assertThat(get(issuer.issuer() + path).body()).isEqualTo(path + "!");
      }
      assertThat(get(issuer.issuer() + "/elsewhere").body()).isEqualTo("GET");
      issuer.jwksResponder(null);
      issuer.discoveryResponder(null);
      issuer.otherResponder(null);
      assertThat(get(issuer.jwksUri().toString()).body()).isEqualTo(issuer.jwkSetJson());
      assertThat(get(issuer.issuer() + "/.well-known/openid-configuration").body())
          .contains("jwks_uri");
      assertThat(get(issuer.issuer() + "/elsewhere").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void reportsTheExceptionOfAResponder() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.jwksResponder(request -> {
        throw new AssertionError("expected " + request.method());
      });
      HttpResponse<String> failed = get(issuer.jwksUri().toString());
      assertThat(failed.statusCode()).isEqualTo(500);
      assertThat(failed.body()).isEqualTo("java.lang.AssertionError: expected GET");
      issuer.jwksResponder(request -> null);
      assertThat(get(issuer.jwksUri().toString()).statusCode()).isEqualTo(500);
    }
  }

  @Test
  void confirmsUnchangedKeys() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.key(ES256);
      String tag = get(issuer.jwksUri().toString()).headers().firstValue("ETag").orElseThrow();
      assertThat(tag).startsWith("\"").endsWith("\"");
      HttpRequest again =
          HttpRequest.newBuilder(issuer.jwksUri()).header("If-None-Match", tag).build();
      HttpResponse<String> unchanged = HTTP.send(again, HttpResponse.BodyHandlers.ofString());
      assertThat(unchanged.statusCode()).isEqualTo(304);
      assertThat(unchanged.headers().firstValue("ETag")).hasValue(tag);
      assertThat(unchanged.body()).isEmpty();
      issuer.rotate(ES256);
      HttpResponse<String> changed = HTTP.send(again, HttpResponse.BodyHandlers.ofString());
      assertThat(changed.statusCode()).isEqualTo(200);
      assertThat(changed.body()).isEqualTo(issuer.jwkSetJson());
      assertThat(changed.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(tag);
    }
  }

  @Test
  void logsRequests() throws Exception {
    try (TestIssuer issuer = TestIssuer.start()) {
      assertThat(issuer.requests()).isEmpty();
      get(issuer.jwksUri() + "?a=b");
      List<TestRequest> first = issuer.requests();
      get(issuer.issuer() + "/elsewhere");
      assertThat(first).hasSize(1);
      assertThat(issuer.requests().stream().map(TestRequest::target))
          .containsExactly("/jwks?a=b", "/elsewhere");
      assertThat(first.get(0).method()).isEqualTo("GET");
      assertThat(first.get(0).headers())
          .containsEntry("host", issuer.issuer().substring("http://".length()));

      issuer.forgetRequests();
      assertThat(issuer.requests()).isEmpty();
      assertThat(issuer.jwksRequests()).isEqualTo(1);
    }
  }

  @Test
  void hasAKeySourceThatTrustsItsCertificate() {
    try (TestIssuer issuer = TestIssuer.startTls(TestCertificate.create());
        TokenValidator validator =
            TokenValidator.builder()
                .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
                .build()) {
      assertThat(validator.validate(issuer.token().compact()).issuer())
          .isEqualTo(issuer.issuer())
          .startsWith("https://");
    }
  }

  @Test
  void delaysNoOtherResponseByASlowOne() throws Exception {
    CompletableFuture<HttpResponse<Void>> slow;
    try (TestIssuer issuer = TestIssuer.start()) {
      issuer.jwksResponse(TestResponse.status(500).delay(Duration.ofDays(1)));
      slow =
          HTTP.sendAsync(
              HttpRequest.newBuilder(issuer.jwksUri()).build(),
              HttpResponse.BodyHandlers.discarding());
      assertThat(get(issuer.issuer() + "/.well-known/openid-configuration").statusCode())
          .isEqualTo(200);
      assertThat(slow).isNotDone();
    }
    assertThat(slow).failsWithin(Duration.ofMinutes(1));
  }

  @Test
  void stopsServingWhenClosed() throws Exception {
    TestIssuer issuer = TestIssuer.start();
    assertThat(get(issuer.jwksUri().toString()).statusCode()).isEqualTo(200);
    issuer.close();
    assertThatThrownBy(() -> get(issuer.jwksUri().toString())).isInstanceOf(IOException.class);
    assertThat(issuer.token().compact()).isNotEmpty();
  }

  @Test
  void keepsTheInterruptStatusOnClose() {
    TestIssuer issuer = TestIssuer.start();
    Thread.currentThread().interrupt();
    issuer.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void givesAllThreadsTheSameKey() throws Exception {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<TestKey>> keys = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        keys.add(threads.submit(() -> issuer.key(ES256)));
      }
      Set<TestKey> distinct = new HashSet<>();
      for (Future<TestKey> key : keys) {
        distinct.add(key.get());
      }
      assertThat(distinct).hasSize(1);
      assertThat(issuer.jwkSet().size()).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }
}
