// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.testkit.TestIssuer;

/** What is left of challenges that are not of this library. */
class ServiceChallengesTest {

  private static final TestIssuer ISSUER = TestIssuer.start();
  private static final TokenValidator VALIDATOR = ISSUER.validator().build();

  private final ServiceChallenges challenges =
      new ServiceChallenges(
          BearerAuthenticator.builder(VALIDATOR)
              .challengeScopes("a", "b")
              .resource(ProtectedResource.builder(URI.create("https://one.example")).build())
              .build(),
          false);

  @AfterAll
  static void close() {
    VALIDATOR.close();
    ISSUER.close();
  }

  private String inPlaceOf(String challenge) {
    return String.join("\n", challenges.inPlaceOf(challenge, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Bearer|realm=\"api\", M, scope=\"a b\"",
        "bearer|realm=\"api\", M, scope=\"a b\"",
        "Bearer realm=\"shop\"|realm=\"shop\", M, scope=\"a b\"",
        "Bearer scope=\"c\"|realm=\"api\", M, scope=\"c\"",
        "Bearer error=\"insufficient_scope\"|realm=\"api\", M, error=\"insufficient_scope\"",
        "Bearer error=\"invalid_request\"|realm=\"api\", M, error=\"invalid_request\"",
        "Bearer error=\"insufficient_user_authentication\", acr_values=\"gold\", max_age=5"
            + "|realm=\"api\", M, error=\"insufficient_user_authentication\", acr_values=\"gold\","
            + " max_age=5, scope=\"a b\"",
        "Bearer resource_metadata=\"https://evil.example\"|realm=\"api\", M, scope=\"a b\"",
        "Bearer nonsense|realm=\"api\", M, scope=\"a b\"",
        "Bearer realm=\"a\\\"b\"|realm=\"a\\\"b\", M, scope=\"a b\"",
        "Bearer realm=\"a\\\"|realm=\"api\", M, scope=\"a b\"",
      })
  void haveWhatTheConfigurationSays(String theirs, String ours) {
    String metadata =
        "resource_metadata=\"https://one.example/.well-known/oauth-protected-resource\"";
    assertThat(inPlaceOf(theirs)).isEqualTo("Bearer " + ours.replace("M", metadata));
  }

  @Test
  void keepARealmThatNeedsEscapes() {
    String realm = "Orders \\ \"beta\"" + " \"".repeat(5_000);
    ServiceChallenges quoted =
        new ServiceChallenges(
            BearerAuthenticator.builder(VALIDATOR).realm(realm).challengeScopes("a", "b").build(),
            true);
    assertThat(quoted.inPlaceOf("Bearer", null, null))
        .containsExactly(
            "Bearer realm=\""
                + realm.replace("\\", "\\\\").replace("\"", "\\\"")
                + "\", scope=\"a b\"");
  }

  @Test
  @DisplayName("the text of an exception in a challenge")
  void haveNoTextOfExceptions() {
    for (String text :
        List.of(
            "of a claim",
            "x\", scope=\"admin",
            "x\", realm=\"evil\", acr_values=\"evil",
            "x\", resource_metadata=\"https://evil.example",
            "\\")) {
      assertThat(
              inPlaceOf(
                  "Bearer error=\"invalid_token\", error_description=\""
                      + text
                      + "\", error_uri=\"https://tools.ietf.org/html/rfc6750#section-3.1\""))
          .isEqualTo(inPlaceOf("Bearer error=\"invalid_token\""));
    }
  }

  @Test
  void areNoRequestsToMonitors() {
    AtomicInteger requests = new AtomicInteger();
    ServiceChallenges observed =
        new ServiceChallenges(
            BearerAuthenticator.builder(VALIDATOR)
                .monitor(() -> {
                  requests.incrementAndGet();
                  return null;
                })
                .build(),
            false);
    assertThat(observed.inPlaceOf("Bearer", null, new Denial(AccessRule.scope("c"), null)))
        .containsExactly("Bearer realm=\"api\", scope=\"c\"");
    assertThat(requests).hasValue(0);
  }

  @Test
  void keepOtherSchemes() {
    assertThat(inPlaceOf("Basic realm=\"x\"")).isEqualTo("Basic realm=\"x\"");
    assertThat(inPlaceOf("BearerX")).isEqualTo("BearerX");
    assertThat(inPlaceOf("DPoP error=\"invalid_token\", error_description=\"x\", algs=\"ES256\""))
        .startsWith("DPoP realm=\"api\", resource_metadata=")
        .endsWith("algs=\"ES256\", scope=\"a b\"");
  }
}
