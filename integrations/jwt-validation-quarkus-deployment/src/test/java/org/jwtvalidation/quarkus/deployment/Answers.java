// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TokenBuilder;

/** What requests are answered, whenever they are authenticated. */
abstract class Answers {

  private static final String INSUFFICIENT =
      "403 Bearer realm=\"orders\", error=\"insufficient_scope\"";

  static QuarkusUnitTest application() {
    return Application.orders(Answers.class, Tools.class)
        .overrideConfigKey(
            "jwt-validation.issuers.shop.implied-scopes",
            "orders:admin > orders:write,orders:write > orders:change")
        .overrideConfigKey("quarkus.http.auth.permission.routes.paths", "/routes/*,/begun")
        .overrideConfigKey("quarkus.http.auth.permission.routes.policy", "authenticated")
        .overrideConfigKey("quarkus.http.auth.permission.payments.paths", "/payments")
        .overrideConfigKey("quarkus.http.auth.permission.payments.policy", "payments")
        .setLogRecordPredicate(record -> record.getThrown() instanceof IllegalStateException)
        .assertLogRecords(records ->
            assertThat(records)
                .extracting(record -> record.getThrown().getMessage())
                .contains(
                    "a rule has refused the token after the response had begun; require it before"));
  }

  private static String ask(String path, String... authorizations) {
    return Client.answer(Client.get(path, authorizations));
  }

  private static String ask(String path, TokenBuilder token) {
    return ask(path, "Bearer " + token.compact());
  }

  private static TokenBuilder jo() {
    return Issuer.ISSUER.token().subject("jo");
  }

  @Test
  void servesWhatNeedsNoToken() {
    assertThat(ask("/ping")).isEqualTo("200 [pong]");
    assertThat(ask("/ping/who")).isEqualTo("200 [you are null]");
    assertThat(ask("/ping/who", jo())).isEqualTo("200 [you are jo]");
  }

  @Test
  void injectsTheTokenIntoEveryKindOfEndpoint() {
    assertThat(ask("/orders/mine", jo())).isEqualTo("200 [jo jo jo worker]");
    assertThat(ask("/orders/later", jo())).isEqualTo("200 [jo loop]");
    assertThat(ask("/orders/blocking", jo())).isEqualTo("200 [jo worker]");
  }

  private static long expireTime(Instant expiration) {
    String token = jo().claim("exp", expiration).compact();
    return Long.parseLong(Client.get("/orders/expiring", "Bearer " + token).body());
  }

  @Test
  void saysWhenTheIdentityExpires() {
    Instant now = Instant.now();
    Instant expiration = now.plusSeconds(300);
    assertThat(expireTime(expiration)).isEqualTo(expiration.getEpochSecond());
    // Within the leeway, it is in the future still.
    assertThat(expireTime(now.minusSeconds(10))).isGreaterThan(now.getEpochSecond() + 1);
  }

  @Test
  void challengesRequestsWithoutToken() {
    for (String path : List.of("mine", "later", "blocking", "clerks")) {
      assertThat(ask("/orders/" + path)).isEqualTo("401 Bearer realm=\"orders\"");
      assertThat(ask("/orders/" + path, "Basic eDp5")).isEqualTo("401 Bearer realm=\"orders\"");
    }
    String read = "401 Bearer realm=\"orders\", scope=\"orders:read";
    assertThat(ask("/orders/read")).isEqualTo(read + "\"");
    assertThat(ask("/orders/read", "Basic eDp5")).isEqualTo(read + "\"");
    assertThat(ask("/orders/any")).isEqualTo(read + "\"");
    assertThat(ask("/orders/all")).isEqualTo(read + " orders:write\"");
  }

  @Test
  void refusesInvalidTokens() {
    for (String path : List.of("mine", "later", "blocking", "clerks", "read")) {
      assertThat(ask("/orders/" + path, jo().expired()))
          .isEqualTo("401 Bearer realm=\"orders\", error=\"invalid_token\"");
    }
  }

  @Test
  void refusesMalformedRequests() {
    String token = "Bearer " + jo().compact();
    assertThat(ask("/orders/mine", token, token))
        .isEqualTo("400 Bearer realm=\"orders\", error=\"invalid_request\"");
  }

  @Test
  void asksForRoles() {
    assertThat(ask("/orders/clerks", jo())).isEqualTo(INSUFFICIENT);
    assertThat(ask("/orders/clerks", jo().claim("roles", List.of("clerk")))).startsWith("200");
    assertThat(ask("/orders/clerks", jo().claim("groups", List.of("clerk")))).startsWith("200");
  }

  @Test
  void asksForScopes() {
    String read = INSUFFICIENT + ", scope=\"orders:read\"";
    assertThat(ask("/orders/read", jo())).isEqualTo(read);
    assertThat(ask("/orders/read", jo().scope("orders"))).isEqualTo(read);
    assertThat(ask("/orders/read", jo().scope("orders:write"))).isEqualTo(read);
    assertThat(ask("/orders/any", jo())).isEqualTo(read);
    assertThat(ask("/orders/read", jo().scope("orders:read"))).isEqualTo("200 [read]");
    assertThat(ask("/orders/any", jo().scope("orders:write"))).isEqualTo("200 [any]");
    for (TokenBuilder token : List.of(jo(), jo().scope("orders:write"), jo().scope("x"))) {
      assertThat(ask("/orders/all", token))
          .isEqualTo(INSUFFICIENT + ", scope=\"orders:read orders:write\"");
    }
    assertThat(ask("/orders/all", jo().scope("orders:write", "orders:read")))
        .isEqualTo("200 [all]");
  }

  @Test
  void countsScopesThatOthersImply() {
    String admin = "orders:admin";
    assertThat(ask("/orders/any", jo().scope(admin))).isEqualTo("200 [any]");
    assertThat(ask("/orders/all", jo().scope(admin, "orders:read"))).isEqualTo("200 [all]");
    assertThat(ask("/tools/loop", jo().scope(admin, "orders:read"))).isEqualTo("200 [written]");
    assertThat(ask("/orders/all", jo().scope(admin)))
        .isEqualTo(INSUFFICIENT + ", scope=\"orders:read orders:write\"");
  }

  @Test
  void guardsPathsByPolicy() {
    assertThat(ask("/guarded")).isEqualTo("401 Bearer realm=\"orders\"");
    assertThat(ask("/guarded", jo().expired()))
        .isEqualTo("401 Bearer realm=\"orders\", error=\"invalid_token\"");
    assertThat(ask("/guarded", jo())).isEqualTo(INSUFFICIENT);
    assertThat(ask("/guarded", jo().claim("roles", List.of("clerk")))).startsWith("404");
  }

  @Test
  void answersWhatHandlersRequire() {
    String needed = INSUFFICIENT + ", scope=\"orders:read orders:write\"";
    for (String path :
        List.of(
            "/tools/blocking", "/tools/loop", "/tools/later", "/tools/virtual", "/routes/loop")) {
      assertThat(ask(path)).as(path).isEqualTo("401 Bearer realm=\"orders\"");
      assertThat(ask(path, jo())).as(path).isEqualTo(needed);
      assertThat(ask(path, jo().scope("orders:write"))).as(path).isEqualTo(needed);
      assertThat(ask(path, jo().scope("orders:write", "orders:read")))
          .as(path)
          .isEqualTo("200 [written]");
    }
  }

  @Test
  void asksForAuthenticationAndScopesAtOnce() {
    String scope = ", scope=\"orders:pay\"";
    String again =
        "401 Bearer realm=\"orders\", error=\"insufficient_user_authentication\","
            + " acr_values=\"gold silver\", max_age=\"300\""
            + scope;
    long now = Instant.now().getEpochSecond();
    for (String path : List.of("/payments", "/tools/pay", "/routes/blocking")) {
      assertThat(ask(path)).as(path).isEqualTo("401 Bearer realm=\"orders\"");
      assertThat(ask(path, jo())).as(path).isEqualTo(again);
      assertThat(ask(path, authenticated("bronze", now).scope("orders:pay"))).isEqualTo(again);
      assertThat(ask(path, authenticated("gold", now - 1000).scope("orders:pay"))).isEqualTo(again);
      assertThat(ask(path, authenticated("silver", now).scope("orders:read")))
          .isEqualTo(INSUFFICIENT + scope);
      assertThat(ask(path, authenticated("silver", now).scope("orders:pay")))
          .as(path)
          .isEqualTo(path.equals("/payments") ? "404" : "200 [paid]");
    }
  }

  private static TokenBuilder authenticated(String acr, long when) {
    return jo().claim("acr", acr).claim("auth_time", when);
  }

  /** What it is too late for is logged as that, which {@link #application} asserts. */
  @Test
  void refusesNothingOnceTheResponseHasBegun() {
    assertThat(ask("/begun", jo())).isEqualTo("200 [begun]");
    assertThat(ask("/tools/begun", jo())).isEqualTo("200 [begun]");
  }
}
