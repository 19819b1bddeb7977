// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED25519;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ED448;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES384;
import static org.jwtvalidation.jwk.SignatureAlgorithm.RS256;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Confirmation;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;

class TokenBuilderTest {

  private static final String ISSUER = "https://issuer.example";
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");

  private final TestIssuer issuer = TestIssuer.offline(ISSUER);

  static Stream<SignatureAlgorithm> availableAlgorithms() {
    return Stream.of(SignatureAlgorithm.values()).filter(SignatureAlgorithm::isAvailable);
  }

  private TokenValidator validator() {
    return TokenValidator.builder()
        .issuer(issuer.config().audience(TestIssuer.AUDIENCE).requireAccessTokenType().build())
        .build();
  }

  private AccessToken validated(TokenBuilder token) {
    try (TokenValidator validator = validator()) {
      return validator.validate(token.compact());
    }
  }

  private Reason reasonAgainst(TokenBuilder token) {
    try (TokenValidator validator = validator()) {
      validator.validate(token.compact());
      throw new AssertionError("accepted");
    } catch (TokenRejectedException e) {
      return e.rejection().reason();
    }
  }

  private static String segment(String token, int index) {
    return new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[index]), UTF_8);
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void mintsTokensThatTheValidatorAccepts(SignatureAlgorithm algorithm) {
    TestKey key = AnyKey.of(algorithm, "k");
    issuer.publish(key);
    AccessToken token = validated(issuer.token().signedBy(key));
    assertThat(token.algorithm()).isEqualTo(algorithm);
    assertThat(token.keyId()).isEqualTo("k");
  }

  @Test
  void signsWithAKeyOfTheIssuerForTheAlgorithm() {
    for (SignatureAlgorithm algorithm : List.of(RS256, ES384, ED25519)) {
      AccessToken token = validated(issuer.token().algorithm(algorithm));
      assertThat(token.algorithm()).isEqualTo(algorithm);
      assertThat(token.keyId()).isEqualTo(issuer.key(algorithm).keyId());
    }
  }

  @Test
  void setsTheClaimsOfAnAccessToken() {
    String compact = issuer.token().at(Clock.fixed(NOW, ZoneOffset.UTC)).compact();
    assertThat(segment(compact, 0))
        .isEqualTo(
            "{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"%s\"}"
                .formatted(issuer.key(ES256).keyId()));
    assertThat(segment(compact, 1))
        .matches(
            "\\{\"iss\":\"https://issuer.example\",\"sub\":\"test-user\",\"aud\":\"test-api\","
                + "\"exp\":1772601067,\"iat\":1772600767,\"jti\":\"[0-9a-f-]{36}\","
                + "\"client_id\":\"test-client\"}");
  }

  @Test
  void mintsANewTokenAtEachCall() {
    TokenBuilder token = issuer.token();
    assertThat(token.compact()).isNotEqualTo(token.compact());
  }

  @Test
  void carriesClaimsOfEveryType() {
    Instant birthday = Instant.parse("1999-12-31T23:59:59Z");
    AccessToken token =
        validated(
            issuer
                .token()
                .subject("alice \"😀\" \n\u0001")
                .audience("other-api", TestIssuer.AUDIENCE)
                .scope("orders:read", "orders:write")
                .roles("clerk", "auditor")
                .claim("groups", List.of("a", "b"))
                .claim("level", 7)
                .claim("ratio", new BigDecimal("0.125"))
                .claim("member", true)
                .claim("born", birthday)
                .claim("nothing", null)
                .claim("address", Map.of("lines", Arrays.asList("1", null))));
    assertThat(token.subject()).isEqualTo("alice \"😀\" \n\u0001");
    assertThat(token.audience()).containsExactly("other-api", TestIssuer.AUDIENCE);
    assertThat(token.scopes()).containsExactly("orders:read", "orders:write");
    assertThat(token.roles()).containsExactlyInAnyOrder("clerk", "auditor");
    assertThat(token.groups()).containsExactly("a", "b");
    assertThat(token.claims().get("level")).isEqualTo(7L);
    assertThat(token.claims().get("ratio")).isEqualTo(new BigDecimal("0.125"));
    assertThat(token.claims().bool("member")).isTrue();
    assertThat(token.claims().instant("born")).isEqualTo(birthday);
    assertThat(token.claims().contains("nothing")).isTrue();
    assertThat(token.claims().get("nothing")).isNull();
    assertThat(token.claims().get("address")).isEqualTo(Map.of("lines", Arrays.asList("1", null)));
  }

  @Test
  void omitsAndRestoresMembers() {
    TokenBuilder token = issuer.token().withoutClaim("sub").withoutHeader("typ");
    assertThat(segment(token.compact(), 0)).doesNotContain("typ");
    assertThat(segment(token.compact(), 1)).doesNotContain("\"sub\"");
    assertThat(segment(token.subject("bob").compact(), 1)).contains("\"sub\":\"bob\"");
    assertThat(segment(token.header("typ", "JWT").compact(), 0)).contains("\"typ\":\"JWT\"");
  }

  @Test
  void writesAudiencesAsStringOrArray() {
    assertThat(segment(issuer.token().audience("a").compact(), 1)).contains("\"aud\":\"a\"");
    assertThat(segment(issuer.token().audience("a", "b").compact(), 1))
        .contains("\"aud\":[\"a\",\"b\"]");
    assertThat(segment(issuer.token().audience().compact(), 1)).contains("\"aud\":[]");
  }

  @Test
  void expiresBeforeTheLongestLeeway() {
    String token = issuer.token().expired().compact();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer.config().anyAudience().leeway(Duration.ofMinutes(5)).build())
            .build()) {
      assertThatThrownBy(() -> validator.validate(token))
          .isInstanceOfSatisfying(
              TokenRejectedException.class,
              e -> assertThat(e.rejection().reason()).isEqualTo(Reason.EXPIRED));
    }
  }

  @Test
  void bindsTokensToKeysAndCertificates() {
    TestKey key = TestKey.generate(ES256, null);
    TestCertificate certificate = TestCertificate.create();
    String compact =
        issuer
            .token()
            .claim("cnf", Map.of("jkt", key.thumbprint(), "x5t#S256", certificate.thumbprint()))
            .compact();
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer.config().anyAudience().senderConstraintCheckedElsewhere().build())
            .build()) {
      assertThat(validator.validate(compact).confirmation())
          .isEqualTo(new Confirmation(key.thumbprint(), certificate.thumbprint()));
    }
  }

  @Test
  void setsTimesFromTheGivenClock() {
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    String expired = issuer.token().at(clock).expiresIn(Duration.ofSeconds(-90)).compact();
    assertThat(segment(expired, 1)).contains("\"exp\":1772600677,\"iat\":1772600377");
    String old = issuer.token().at(clock).issuedAt(NOW.minusSeconds(3600)).compact();
    assertThat(segment(old, 1)).contains("\"exp\":1772601067,\"iat\":1772597167");
    try (TokenValidator validator =
        TokenValidator.builder()
            .issuer(issuer.config().audience(TestIssuer.AUDIENCE).build())
            .clock(clock)
            .build()) {
      assertThat(validator.validate(old).issuedAt()).isEqualTo("2026-03-04T04:06:07Z");
      assertThatThrownBy(() -> validator.validate(expired))
          .isInstanceOf(TokenRejectedException.class);
    }
  }

  @Test
  void mintsInvalidTokens() {
    assertThat(reasonAgainst(issuer.token().expiresIn(Duration.ofMinutes(-2))))
        .isEqualTo(Reason.EXPIRED);
    assertThat(reasonAgainst(issuer.token().expired())).isEqualTo(Reason.EXPIRED);
    assertThat(reasonAgainst(issuer.token().audience("other-api")))
        .isEqualTo(Reason.AUDIENCE_MISMATCH);
    assertThat(reasonAgainst(issuer.token().unsecured())).isEqualTo(Reason.UNSECURED_TOKEN);
    assertThat(reasonAgainst(issuer.token().withoutClaim("exp"))).isEqualTo(Reason.CLAIM_MISSING);
    assertThat(reasonAgainst(issuer.token().header("crit", List.of("b64"))))
        .isEqualTo(Reason.CRITICAL_HEADER);
    assertThat(reasonAgainst(issuer.token().claim("iss", "https://other.example")))
        .isEqualTo(Reason.ISSUER_UNKNOWN);
  }

  @Test
  void signsWithTheGivenKey() {
    TestKey published = issuer.key(ES256);
    TestKey unpublished = issuer.unpublishedKey(ES256);
    TestKey forged = TestKey.generate(ES256, published.keyId());
    assertThat(validated(issuer.token().signedBy(published)).keyId()).isEqualTo(published.keyId());
    assertThat(reasonAgainst(issuer.token().signedBy(unpublished))).isEqualTo(Reason.KEY_UNKNOWN);
    assertThat(reasonAgainst(issuer.token().signedBy(forged))).isEqualTo(Reason.SIGNATURE_INVALID);
    assertThat(validated(issuer.token().signedBy(forged).algorithm(ES384)).algorithm())
        .isEqualTo(ES384);
  }

  @Test
  void setsAlgIndependentlyOfTheSignature() {
    assertThat(validated(issuer.token().algorithm(ED25519).header("alg", "EdDSA")).algorithm())
        .isEqualTo(ED25519);
    assertThat(reasonAgainst(issuer.token().header("alg", "HS256")))
        .isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
  }

  @Test
  void omitsTheKeyIdIfTheKeyHasNone() {
    TestKey nameless = TestKey.generate(ES256, null);
    issuer.publish(nameless);
    String token = issuer.token().signedBy(nameless).compact();
    assertThat(segment(token, 0)).doesNotContain("kid");
    assertThat(validated(issuer.token().signedBy(nameless)).keyId()).isNull();
  }

  @Test
  void usesAnyTextAsHeaderAndClaims() {
    String token = issuer.token().rawHeader("{\"alg\":\"ES256\"").rawClaims("[é]").compact();
    assertThat(segment(token, 0)).isEqualTo("{\"alg\":\"ES256\"");
    assertThat(segment(token, 1)).isEqualTo("[é]");
    String signed =
        issuer
            .token()
            .rawHeader(
                "{ \"typ\":\"at+jwt\", \"kid\":\"%s\", \"alg\":\"ES256\" }"
                    .formatted(issuer.key(ES256).keyId()))
            .compact();
    try (TokenValidator validator = validator()) {
      assertThat(validator.validate(signed).subject()).isEqualTo("test-user");
    }
  }

  @Test
  void leavesTheSignatureOfAnUnsecuredTokenEmpty() {
    String token = issuer.token().unsecured().compact();
    assertThat(token).endsWith(".");
    assertThat(segment(token, 0)).isEqualTo("{\"alg\":\"none\",\"typ\":\"at+jwt\"}");
    assertThat(segment(issuer.token().unsecured().algorithm(ES256).compact(), 2)).isNotEmpty();
  }

  @Test
  void mintsIdTokens() {
    IdTokenExpectation expected = IdTokenExpectation.of("web-app", "n-0S6");
    String compact = issuer.token().idToken("web-app", "n-0S6").compact();
    try (TokenValidator validator = validator()) {
      IdToken token = validator.validateIdToken(compact, expected);
      assertThat(token.audience()).containsExactly("web-app");
      assertThat(token.nonce()).isEqualTo("n-0S6");
      assertThat(token.authenticatedAt()).isEqualTo(token.issuedAt());
      String withoutNonce = issuer.token().idToken("web-app", null).compact();
      assertThat(
              validator
                  .validateIdToken(withoutNonce, IdTokenExpectation.withoutNonce("web-app"))
                  .nonce())
          .isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("availableAlgorithms")
  void hashesTheAccessTokenOfAnIdToken(SignatureAlgorithm algorithm) {
    String accessToken = issuer.token().compact();
    TestKey key = AnyKey.of(algorithm, "at");
    issuer.publish(key);
    TokenBuilder token =
        issuer.token().idToken("web-app", null).accessToken(accessToken).signedBy(key);
    if (algorithm == ED448 || algorithm.name().startsWith("ML_DSA")) {
      assertThatThrownBy(token::compact)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("accessToken: ")
          .hasMessageContaining(algorithm.joseName());
      return;
    }
    IdTokenExpectation expected = IdTokenExpectation.withoutNonce("web-app");
    try (TokenValidator validator = validator()) {
      String compact = token.compact();
      assertThat(validator.validateIdToken(compact, expected.accessToken(accessToken)).audience())
          .containsExactly("web-app");
      assertThatThrownBy(
              () -> validator.validateIdToken(compact, expected.accessToken(accessToken + "A")))
          .isInstanceOf(TokenRejectedException.class)
          .hasMessageContaining("TOKEN_HASH_MISMATCH");
    }
  }

  @Test
  void authenticatesByAMac() throws Exception {
    TestKey confused = issuer.key(RS256);
    byte[] secret = confused.publicKey().getEncoded();
    TokenBuilder token = issuer.token().algorithm(RS256).macBy(secret);
    String compact = token.compact();
    int end = compact.lastIndexOf('.');
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    assertThat(segment(compact, 0))
        .contains("\"alg\":\"HS256\"", "\"kid\":\"" + confused.keyId() + "\"");
    assertThat(Base64.getUrlDecoder().decode(compact.substring(end + 1)))
        .isEqualTo(mac.doFinal(compact.substring(0, end).getBytes(UTF_8)));
    assertThat(reasonAgainst(token)).isEqualTo(Reason.ALGORITHM_NOT_ALLOWED);
    assertThat(reasonAgainst(token.unsecured())).isEqualTo(Reason.UNSECURED_TOKEN);
    assertThat(validated(token.macBy(secret).signedBy(confused)).keyId())
        .isEqualTo(confused.keyId());
    assertThat(validated(token.macBy(secret).algorithm(RS256)).algorithm()).isEqualTo(RS256);
  }

  @Test
  void refusesValuesThatJsonCannotRepresent() {
    TokenBuilder token = issuer.token().claim("when", Duration.ZERO);
    assertThatThrownBy(token::compact)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "when: JSON cannot represent a java.time.Duration; use a String, Number, Boolean,"
                + " Instant, List, Map or null");
    TokenBuilder inside =
        issuer.token().header("x", Map.of("groups", Arrays.asList("a", Double.NaN)));
    assertThatThrownBy(inside::compact)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x.groups: JSON cannot represent NaN; use a finite number");
  }

  @Test
  void refusesALifetimeBeyondAllInstants() {
    for (Duration endless :
        List.of(ChronoUnit.FOREVER.getDuration(), ChronoUnit.FOREVER.getDuration().negated())) {
      TokenBuilder token = issuer.token().expiresIn(endless);
      assertThatThrownBy(token::compact)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("fromNow: " + endless + " from now is no instant; use a shorter time");
    }
  }
}
