// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FieldsRequest;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.testkit.TestIssuer;

/** Requests made to be misread, and to have their text in a response. Rows 107 and 108. */
class BearerAttackTest {

  private static final int REQUESTS = 10_000;

  private static final String PARAMETER = "[a-z_]+=\"([ !#-\\[\\]-~]|\\\\[\"\\\\])*\"";

  /** A scheme and quoted parameters, strictly as RFC 9110 sections 5.6.4 and 11.3 have them. */
  private static final Pattern CHALLENGE =
      Pattern.compile("Bearer PARAMETER(, PARAMETER)*".replace("PARAMETER", PARAMETER));

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = issuer.validator().build();
  private final AccessRule rule = AccessRule.scope("orders:read");
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator)
          .realm("orders \"of\" the \\ shop")
          .resource(ProtectedResource.builder(URI.create("https://orders.example")).build())
          .build();

  private BearerAnswer answer(FieldsRequest request) {
    BearerAnswer answer = bearer.authenticate(request, rule);
    assertThat(bearer.authenticateAsync(request, rule).join()).isEqualTo(answer);
    return answer;
  }

  private void assertRefused(FieldsRequest request, int status) {
    assertThat(answer(request))
        .isInstanceOfSatisfying(
            Challenged.class, challenged -> assertThat(challenged.status()).isEqualTo(status));
  }

  private static void assertWellFormed(Challenged challenged) {
    assertThat(challenged.challenges()).hasSize(1).allMatch(CHALLENGE.asMatchPredicate());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\nSet-Cookie: evil=b",
        "\", error=\"evil",
        "evil\\\"",
        "\u00e4\u00f6\ud83d\ude00",
        "\u0000\u0007\u001b[2J",
        "<script>alert(1)</script>"
      })
  @DisplayName("107: text of the request or the token in a challenge")
  void putsNoTextOfRequestOrTokenIntoAChallenge(String text) {
    List<FieldsRequest> requests =
        List.of(
            FieldsRequest.bearer(text),
            FieldsRequest.of(text),
            FieldsRequest.of("Bearer" + text),
            FieldsRequest.bearer(issuer.token().scope(text).compact()),
            FieldsRequest.bearer(issuer.token().claim("iss", text).compact()),
            FieldsRequest.bearer(issuer.token().header("kid", text).compact()),
            FieldsRequest.bearer(issuer.token().claim("realm", text).compact()));
    for (FieldsRequest request : requests) {
      assertThat(answer(request))
          .isInstanceOfSatisfying(
              Challenged.class,
              challenged -> {
                assertWellFormed(challenged);
                assertThat(challenged.challenges().get(0)).doesNotContain(text);
              });
    }
  }

  @Test
  @DisplayName("107: quotation marks and backslashes in a realm")
  void escapesWhatTheConfigurationSays() {
    assertThat(bearer.authenticate(FieldsRequest.of()))
        .isInstanceOfSatisfying(
            Challenged.class,
            challenged -> {
              assertWellFormed(challenged);
              assertThat(challenged.challenges().get(0))
                  .startsWith(
                      "Bearer realm=\"orders \\\"of\\\" the \\\\ shop\", resource_metadata=");
            });
  }

  @Test
  @DisplayName("108: several fields, lists, several schemes, a token elsewhere")
  void refusesRequestsThatOthersReadDifferently() {
    String good = issuer.token().scope("orders:read").compact();
    String other = issuer.token().scope("orders:read").subject("other").compact();
    assertThat(answer(FieldsRequest.bearer(good))).isInstanceOf(BearerAnswer.Authenticated.class);

    assertRefused(FieldsRequest.of("Bearer " + good, "Bearer " + good), 400);
    assertRefused(FieldsRequest.of("Bearer " + good, "Bearer " + other), 400);
    assertRefused(FieldsRequest.of("Bearer " + good, "Basic eDp5"), 400);
    assertRefused(FieldsRequest.of("Basic eDp5", "Bearer " + good), 400);
    assertRefused(FieldsRequest.of("Bearer " + good + ", Bearer " + other), 400);
    assertRefused(FieldsRequest.of("Bearer " + good + ",Basic eDp5"), 400);
    assertRefused(FieldsRequest.of("Bearer " + good + " " + other), 400);
    assertRefused(FieldsRequest.of("Basic eDp5, Bearer " + good), 401);
    assertRefused(FieldsRequest.of(good), 401);
    // The query of each of these requests has a token, which nobody reads.
    assertRefused(FieldsRequest.of(), 401);
  }

  /** Mostly what begins like a good field, because that is where a parser can err. */
  private static String field(Random random, String token) {
    List<String> parts =
        List.of("Bearer", "bearer", "Basic", " ", "  ", ",", "\t", "=", "\"", token, "a.b.c", ".");
    StringBuilder field = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      if (random.nextInt(4) == 0) {
        random.ints(random.nextInt(8), 0, 0x300).forEach(c -> field.append((char) c));
      } else {
        field.append(parts.get(random.nextInt(parts.size())));
      }
    }
    return field.toString();
  }

  @Test
  @DisplayName("108: generated fields")
  void answersEveryRequestAsDefined() {
    String token = issuer.token().scope("orders:read").compact();
    Random random = new Random(20);
    int accepted = 0;
    for (int i = 0; i < REQUESTS; i++) {
      List<String> fields = new ArrayList<>();
      for (int field = random.nextInt(10) == 0 ? 2 : 1; field > 0; field--) {
        fields.add(field(random, token));
      }
      BearerAnswer answer = answer(new FieldsRequest(fields));
      if (answer instanceof Challenged challenged) {
        assertThat(challenged.status()).isIn(400, 401);
        assertWellFormed(challenged);
        assertThat(challenged.headers())
            .isEqualTo(Map.of("WWW-Authenticate", challenged.challenges()));
      } else {
        assertThat(answer).isInstanceOf(BearerAnswer.Authenticated.class);
        assertThat(fields).hasSize(1);
        assertThat(fields.get(0).strip()).matches("(?i)bearer +\\S+").endsWith(token);
        accepted++;
      }
    }
    assertThat(accepted).isPositive();
  }
}
