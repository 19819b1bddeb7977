// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.ConnectionCounter;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** Attacks with the claim iss. All tokens here are signed by the trusted issuer's key. */
class IssuerAttackTest {

  private final Scene scene = new Scene("https://issuer.example/Realm");
  private final TokenValidator validator = scene.validator();

  private void assertIssuerUnknown(String issuer) {
    assertRejected(
        validator,
        scene.token().claim("iss", issuer).compact(),
        ValidationStep.ISSUER_CONFIG_RESOLUTION,
        Reason.ISSUER_UNKNOWN,
        "iss");
  }

  private void assertOwnIssuerAccepted() {
    assertAccepted(validator, scene.token().claim("iss", "https://issuer.example/Realm").compact());
  }

  @Test
  @Row("77")
  @DisplayName("iss missing, of another type, or an array with the right one")
  void rejectsIssuerThatIsNoString() {
    assertRejected(
        validator,
        scene.token().withoutClaim("iss").compact(),
        ValidationStep.ISSUER_EXTRACTION,
        Reason.ISSUER_MISSING,
        "iss");
    for (Object issuer :
        Arrays.asList(
            null,
            7,
            true,
            List.of(),
            List.of(scene.issuer.issuer()),
            List.of(scene.issuer.issuer(), "https://attacker.example"),
            Map.of(scene.issuer.issuer(), 1))) {
      assertRejected(
          validator,
          scene.token().claim("iss", issuer).compact(),
          ValidationStep.ISSUER_EXTRACTION,
          Reason.CLAIM_MALFORMED,
          "iss");
    }
    // The header may repeat claims of an encrypted token (RFC 7519 section 5.3), nothing else.
    assertRejected(
        validator,
        scene.token().withoutClaim("iss").header("iss", scene.issuer.issuer()).compact(),
        ValidationStep.ISSUER_EXTRACTION,
        Reason.ISSUER_MISSING,
        "iss");

    assertOwnIssuerAccepted();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.example/Realm/",
        "https://issuer.example/realm",
        "https://ISSUER.example/Realm",
        "HTTPS://issuer.example/Realm",
        "http://issuer.example/Realm",
        "https://issuer.example:443/Realm",
        "https://issuer.example//Realm",
        "https://issuer.example/./Realm",
        "https://issuer.example/x/../Realm",
        "https://issuer.example/%52ealm",
        "https://issuer.example./Realm",
        "https://user@issuer.example/Realm",
        "https://issuer.example@attacker.example/Realm",
        "https://attacker.example/https://issuer.example/Realm",
        "https://issuer.example/Realm?x=1",
        "https://issuer.example/Realm#x",
        "https://issuer.example/Real",
        "https://issuer.example/Realm2",
        "https://issuer.example",
        "issuer.example/Realm",
        "//issuer.example/Realm",
        "",
        " ",
        "*",
        ".*",
        "https://issuer.example/*",
        " https://issuer.example/Realm",
        "https://issuer.example/Realm "
      })
  @Row("78")
  @DisplayName("iss that is nearly the right one")
  void comparesIssuerExactly(String issuer) {
    assertIssuerUnknown(issuer);

    assertOwnIssuerAccepted();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.ex\u0430mple/Realm",
        "https://i\u0455suer.example/Realm",
        "https://issuer.example/\u212Cealm",
        "https://issuer.example/Realm\u200b",
        "\uFEFFhttps://issuer.example/Realm",
        "https://issuer\u3002example/Realm",
        "https://issuer.example/Realm\u0000",
        "https://issuer.example/Realm\u0000.attacker.example",
        "https://issuer.example\u2215Realm",
        "https://iss\u00aduer.example/Realm",
        "https://issuer.example/\uff32ealm",
        "https://\u0131ssuer.example/Realm",
        "https://i\u017Fsuer.example/Realm",
        "https://issuer.example/Re\u0301alm",
        "https://issuer.example/Realm\n",
        "\u202Ehttps://issuer.example/Realm"
      })
  @Row("79")
  @DisplayName("iss with look-alike, invisible or NUL characters")
  void normalisesNothing(String issuer) {
    assertIssuerUnknown(issuer);

    assertOwnIssuerAccepted();
  }

  @Test
  @Row("81")
  @DisplayName("iss that leads to an address")
  void connectsNowhereForUnknownIssuer() {
    AtomicInteger asked = new AtomicInteger();
    TokenValidator counting =
        scene.validator(config -> {
          KeySource keys = scene.issuer.keySource();
          return config.keySource(() -> {
            asked.incrementAndGet();
            return keys.jwkSet();
          });
        });
    try (ConnectionCounter server = new ConnectionCounter()) {
      for (String path :
          List.of("", "/", "/.well-known/openid-configuration", "/jwks", "@issuer.example/Realm")) {
        assertRejected(
            counting,
            scene.token().claim("iss", server.origin() + path).compact(),
            ValidationStep.ISSUER_CONFIG_RESOLUTION,
            Reason.ISSUER_UNKNOWN,
            "iss");
      }
      server.assertNoneButMine();
    }
    assertThat(asked).hasValue(0);

    assertAccepted(counting, scene.token().compact());
    assertThat(asked).hasPositiveValue();
  }
}
