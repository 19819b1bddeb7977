// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.testkit.TokenBuilder;

/** What requests are answered, whenever they are authenticated. */
abstract class Answers {

  private static final String INSUFFICIENT =
      "403 Bearer realm=\"orders\", error=\"insufficient_scope\"";

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

  @Test
  void challengesRequestsWithoutToken() {
    for (String path : List.of("mine", "later", "blocking", "clerks", "read")) {
      assertThat(ask("/orders/" + path)).isEqualTo("401 Bearer realm=\"orders\"");
      assertThat(ask("/orders/" + path, "Basic eDp5")).isEqualTo("401 Bearer realm=\"orders\"");
    }
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
  void guardsPathsByPolicy() {
    assertThat(ask("/guarded")).isEqualTo("401 Bearer realm=\"orders\"");
    assertThat(ask("/guarded", jo().expired()))
        .isEqualTo("401 Bearer realm=\"orders\", error=\"invalid_token\"");
    assertThat(ask("/guarded", jo())).isEqualTo(INSUFFICIENT);
    assertThat(ask("/guarded", jo().claim("roles", List.of("clerk")))).startsWith("404");
  }
}
