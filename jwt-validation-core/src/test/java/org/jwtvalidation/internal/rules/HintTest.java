// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.TokenRejectedException;

/** What the log says would have been right in place of a rejected token. */
class HintTest {

  private final Scene scene = new Scene();

  private void assertHint(TokenValidator validator, String token, String hint) {
    try (CapturedLog log = new CapturedLog()) {
      Throwable failure = catchThrowable(() -> validator.validate(token));
      assertThat(failure).isInstanceOf(TokenRejectedException.class);
      assertThat(log.text()).contains(failure.getMessage() + "; " + hint);
      assertThat(failure.toString()).doesNotContain(hint);
    }
  }

  private void assertHint(TokenBuilder token, String hint) {
    assertHint(scene.validator(), token.compact(), hint);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          https://issuer.example/, by a slash at the end
          https://Issuer.example, by capital letters
          http://issuer.example, by its scheme
          HTTP://ISSUER.EXAMPLE/, by its scheme
          """)
  void namesTheIssuerThatTheTokenMeansOnceAtWarning(String issuer, String difference) {
    String hint =
        "the issuer is configured as https://issuer.example, from which that of the token"
            + " differs "
            + difference;
    try (CapturedLog log = new CapturedLog()) {
      TokenValidator validator = scene.validator();
      for (int i = 0; i < 3; i++) {
        assertHint(validator, scene.token().claim("iss", issuer).compact(), hint);
      }
      assertThat(log.lines(Level.WARNING)).singleElement().asString().contains(hint);
    }
  }

  @Test
  void warnsOfNoIssuerThatIsLikeNone() {
    try (CapturedLog log = new CapturedLog()) {
      assertHint(
          scene.token().claim("iss", "https://issuer.example.evil"),
          "expected one of [https://issuer.example]");
      assertThat(log.lines(Level.WARNING)).isEmpty();
    }
  }

  @Test
  void tellsHowFarTheClocksAreApart() {
    long now = Scene.NOW.getEpochSecond();
    assertHint(scene.token().claim("exp", now - 600), "exp was 600 s ago by the clock of this");
    assertHint(scene.token().claim("nbf", now + 601), "nbf is 601 s ahead of the clock of this");
    assertHint(scene.token().claim("iat", now + 602), "iat is 602 s ahead of the clock of this");
    assertHint(
        scene.validator(config -> config.maxAge(Duration.ofMinutes(10))),
        scene.token().claim("iat", now - 700).compact(),
        "iat was 700 s ago by the clock of this service, and the leeway is ");
  }

  @Test
  void saysWhatKindOfTokenIsRight() {
    String idToken = "this is an ID token";
    assertHint(scene.token().claim("at_hash", "x"), idToken);
    assertHint(scene.token().claim("typ", "ID"), idToken);
    assertHint(scene.token().claim("token_use", "id"), idToken);
    assertHint(scene.token().claim("typ", "Refresh"), "expected Bearer");
    assertHint(
        scene
            .token()
            .header("typ", "JWT")
            .withoutClaim("scope")
            .withoutClaim("client_id")
            .claim("nonce", "n"),
        idToken);
    assertHint(scene.token().claim("events", Map.of()), "this is a token for another purpose");
    assertHint(
        scene.token().claim("cnf", Map.of("jkt", "x")),
        "the token is bound to a key; send it with");
  }

  @Test
  void saysThatTheKeyIsOfAnotherIssuer() {
    String jwk = scene.key().jwk().replaceFirst("\\{", "{\"issuer\":\"https://another.example\",");
    assertHint(
        scene.validator(config -> config.keySource(KeySource.of(JwkSet.parse(Scene.jwkSet(jwk))))),
        scene.token().compact(),
        "the key names another issuer in its member issuer");
  }

  @Test
  void saysWhatIsWrongWithTheFormOfATokenThatIsNone() {
    TokenValidator validator = scene.validator();
    assertHint(validator, "9c1185a5c5e9fc54612808977ee8f548b2258d31", "this is no JWT, perhaps");
    assertHint(validator, "Bearer " + scene.token().compact(), "pass the token alone");
    for (String alg : List.of("HS256", "HS384", "HS512")) {
      assertHint(
          validator,
          RawToken.base64url("{\"alg\":\"" + alg + "\"}")
              + "."
              + RawToken.base64url("{\"iss\":\"https://issuer.example\"}")
              + ".AAAA",
          "a token with HS256, HS384 or HS512 is checked with the secret");
    }
    assertHint(
        scene.validator(config -> config.algorithms(SignatureAlgorithm.RS256)),
        scene.token().compact(),
        "expected one of [RS256]");
  }

  @Test
  void namesValuesInOrder() {
    assertThat(Hint.oneOf(Set.of("b", "a", "c"))).hasToString("expected one of [a, b, c]");
    assertThat(Hint.oneOf(Set.of())).hasToString("expected one of []");
  }

  @Test
  void namesNoMoreValuesThanALogCanTake() {
    assertThat(Hint.oneOf(numbers(1000, 6000)))
        .asString()
        .startsWith("expected one of [1000, ")
        .endsWith(", 1019, ... of 5000]");
    assertThat(Hint.oneOf(numbers(10, 30)))
        .asString()
        .startsWith("expected one of [10, ")
        .endsWith(", 28, 29]");
  }

  private static Set<String> numbers(int first, int end) {
    return IntStream.range(first, end).mapToObj(String::valueOf).collect(Collectors.toSet());
  }

  @Test
  void namesTheAudiencesOfBothRules() {
    assertThat(new AudienceRule(Set.of("a", "b"), Set.of(), false).expected())
        .isEqualTo("expected one of [a, b]");
    assertThat(new AudienceRule(Set.of(), Set.of("c", "d"), false).expected())
        .isEqualTo("expected all of [c, d]");
    assertThat(new AudienceRule(Set.of(), Set.of(), true).expected()).isEqualTo("expected none");
    assertThat(new AudienceRule(Set.of("a"), Set.of("c"), false).expected())
        .isEqualTo("expected one of [a] and all of [c]");
  }
}
