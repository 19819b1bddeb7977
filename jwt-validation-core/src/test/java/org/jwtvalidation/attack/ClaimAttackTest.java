// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.Answers.assertRejectedIdToken;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** Attacks with claims of a token that the issuer signed, or was made to sign. */
class ClaimAttackTest {

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();

  private void assertClaimRefused(TokenBuilder token, Reason reason, String claim) {
    assertRejected(validator, token.compact(), ValidationStep.CLAIMS_VALIDATION, reason, claim);
  }

  private void assertUnchangedAccepted() {
    assertAccepted(validator, scene.token().compact());
  }

  /** A token whose claim is this JSON text. */
  private String tokenWith(String claim, String json) {
    String claims = RawToken.claims(scene.token().claim(claim, "@").compact());
    return scene.token().rawClaims(claims.replace("\"@\"", json)).compact();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "9223372036854775",
        "9223372036854776",
        "253402300800",
        "-62135596801",
        "253402300799.001",
        "1e300",
        "-1e300",
        "1e18",
        "9999999999999999999999999999.5"
      })
  @Row("58")
  @DisplayName("time that overflows what computes with it")
  void wrapsNoTimeAround(String number) {
    for (String claim : List.of("exp", "nbf", "iat")) {
      assertRejected(
          validator,
          tokenWith(claim, number),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.CLAIM_MALFORMED,
          claim);
    }

    assertUnchangedAccepted();
  }

  @Test
  @Row("58")
  @DisplayName("the farthest times that are dates")
  void comparesFarthestTimesWithoutOverflow() {
    TokenValidator generous =
        scene.validator(
            config -> config.leeway(Duration.ofMinutes(5)).maxAge(Duration.ofDays(3650)));
    long first = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
    long last = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    assertAccepted(generous, scene.token().claim("exp", last).claim("nbf", first).compact());
    assertRejected(
        generous,
        scene.token().claim("exp", first).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.EXPIRED,
        "exp");
    assertRejected(
        generous,
        scene.token().claim("nbf", last).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.NOT_YET_VALID,
        "nbf");
    assertRejected(
        generous,
        scene.token().claim("iat", last).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.ISSUED_IN_FUTURE,
        "iat");
    assertRejected(
        generous,
        scene.token().claim("iat", first).compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.TOO_OLD,
        "iat");
  }

  @Test
  @Row("58")
  @DisplayName("time of another JSON type")
  void rejectsTimesThatAreNoNumbers() {
    String later = String.valueOf(Scene.NOW.plusSeconds(300).getEpochSecond());
    for (String claim : List.of("exp", "nbf", "iat")) {
      for (Object value :
          Arrays.asList(
              later,
              "2099-01-01T00:00:00Z",
              "",
              "NaN",
              true,
              false,
              null,
              List.of(),
              List.of(Long.valueOf(later)),
              Map.of())) {
        assertClaimRefused(scene.token().claim(claim, value), Reason.CLAIM_MALFORMED, claim);
      }
    }

    assertUnchangedAccepted();
  }

  @Test
  @Row("58")
  @DisplayName("time in milliseconds")
  void takesMillisecondsForNoDate() {
    long millis = Scene.NOW.plusSeconds(300).toEpochMilli();
    assertClaimRefused(scene.token().claim("exp", millis), Reason.CLAIM_MALFORMED, "exp");

    // The same instant in seconds, as an integer and with a fraction.
    assertAccepted(validator, scene.token().claim("exp", millis / 1000).compact());
    assertAccepted(validator, scene.token().claim("exp", BigDecimal.valueOf(millis, 3)).compact());
    assertAccepted(
        validator, scene.token().claim("exp", BigInteger.valueOf(millis / 1000)).compact());
  }

  @Test
  @Row("59")
  @DisplayName("exp missing, or not enforced")
  void rejectsTokenThatNeverExpiresOrHasExpired() {
    assertClaimRefused(scene.token().withoutClaim("exp"), Reason.CLAIM_MISSING, "exp");
    assertClaimRefused(
        scene.token().withoutClaim("exp").claim("EXP", Scene.NOW.plusSeconds(300)),
        Reason.CLAIM_MISSING,
        "exp");
    assertClaimRefused(scene.token().claim("exp", 0), Reason.EXPIRED, "exp");
    assertClaimRefused(scene.token().claim("exp", -1), Reason.EXPIRED, "exp");
    assertClaimRefused(scene.token().expiresIn(Duration.ofDays(-1)), Reason.EXPIRED, "exp");

    String token = scene.token().compact();
    assertAccepted(scene.builder(scene.config().build()).cacheSize(0).build(), token);
    scene.clock.advance(Duration.ofMinutes(7));
    assertRejected(validator, token, ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp");
  }

  @Test
  @Row("82")
  @DisplayName("aud missing, or for somebody else")
  void rejectsTokenForNobodyOrSomebodyElse() {
    assertClaimRefused(scene.token().withoutClaim("aud"), Reason.CLAIM_MISSING, "aud");
    assertClaimRefused(scene.token().audience("other-api"), Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(scene.token().audience("a", "b"), Reason.AUDIENCE_MISMATCH, "aud");
    for (String similar :
        List.of(
            "test-ap",
            "test-api2",
            "Test-Api",
            "test-api ",
            " test-api",
            "",
            "*",
            "test-api/",
            "test-api\u0000")) {
      assertClaimRefused(scene.token().audience(similar), Reason.AUDIENCE_MISMATCH, "aud");
    }

    assertAccepted(validator, scene.token().audience("other-api", Scene.AUDIENCE).compact());
    assertAccepted(
        scene.builder(scene.issuer.config().anyAudience().build()).build(),
        scene.token().withoutClaim("aud").compact());
  }

  @Test
  @Row("103")
  @DisplayName("ID token that also names an audience that the client does not trust")
  void rejectsIdTokenForAnUntrustedAudience() {
    IdTokenExpectation shop = IdTokenExpectation.of("shop", "n-1");
    TokenBuilder token = scene.token().idToken("shop", "n-1").claim("azp", "shop");
    String sound = token.compact();
    for (String untrusted : List.of("evil", "Shop", "shop ", "")) {
      assertRejectedIdToken(
          validator,
          token.audience("shop", untrusted).compact(),
          shop.trustedAudiences("mail"),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.AUDIENCE_MISMATCH,
          "aud");
    }

    assertAcceptedIdToken(validator, sound, shop);
    assertAcceptedIdToken(
        validator, token.audience("shop", "mail").compact(), shop.trustedAudiences("mail"));
  }

  @Test
  @Row("83")
  @DisplayName("aud as an array and of other types")
  void rejectsAudienceOfOtherTypes() {
    assertClaimRefused(scene.token().claim("aud", List.of()), Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(scene.token().claim("aud", List.of("")), Reason.AUDIENCE_MISMATCH, "aud");
    for (Object audience :
        Arrays.asList(
            null,
            7,
            true,
            Map.of(Scene.AUDIENCE, true),
            List.of(Scene.AUDIENCE, 7),
            Arrays.asList(Scene.AUDIENCE, null),
            List.of(List.of(Scene.AUDIENCE)))) {
      assertClaimRefused(scene.token().claim("aud", audience), Reason.CLAIM_MALFORMED, "aud");
    }
    assertClaimRefused(
        scene.token().audience(Scene.AUDIENCE + " other-api"), Reason.AUDIENCE_MISMATCH, "aud");

    assertAccepted(validator, scene.token().claim("aud", List.of(Scene.AUDIENCE)).compact());
  }

  @Test
  @Row("84")
  @DisplayName("sub missing, empty or no string")
  void rejectsTokenOfNobody() {
    assertClaimRefused(scene.token().withoutClaim("sub"), Reason.CLAIM_MISSING, "sub");
    assertClaimRefused(scene.token().claim("sub", ""), Reason.CLAIM_MALFORMED, "sub");
    for (Object subject : Arrays.asList(null, 0, 7, true, List.of("admin"), Map.of())) {
      assertClaimRefused(scene.token().claim("sub", subject), Reason.CLAIM_MALFORMED, "sub");
    }
    assertClaimRefused(
        scene.token().withoutClaim("sub").claim("Sub", "admin"), Reason.CLAIM_MISSING, "sub");

    // Optional means that it may be missing, not that it may be nonsense.
    TokenValidator optional = scene.validator(IssuerConfig.Builder::subjectOptional);
    assertThat(assertAccepted(optional, scene.token().withoutClaim("sub").compact()).subject())
        .isNull();
    assertRejected(
        optional,
        scene.token().claim("sub", "").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.CLAIM_MALFORMED,
        "sub");
    assertUnchangedAccepted();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin:read",
        "xadmin",
        "administrator",
        "ADMIN",
        "admin,read",
        "read\tadmin",
        "read\u00a0admin",
        "admin\u0000",
        "adm\u0131n",
        "read\nadmin",
        "\"admin\"",
        "admin;",
        "[\"admin\"]"
      })
  @Row("85")
  @DisplayName("scope that merely contains another")
  void findsNoScopeInsideAnother(String scope) {
    AccessToken token = assertAccepted(validator, scene.token().claim("scope", scope).compact());

    assertThat(token.hasScope("admin")).isFalse();
    assertThat(token.scopes()).doesNotContain("admin");

    AccessToken real = assertAccepted(validator, scene.token().scope("read", "admin").compact());
    assertThat(real.hasScope("admin")).isTrue();
    assertThat(real.hasScope("read admin")).isFalse();
    assertThat(real.scopes()).containsExactly("read", "admin");
  }

  /** Each would have the group, or the role, admin if it were read loosely. */
  private static final List<@Nullable Object> ODD_ATTRIBUTES =
      Arrays.asList(
          null,
          "admin",
          7,
          Map.of("value", "admin"),
          Arrays.asList("admin", null),
          List.of("admin", 7),
          List.of(Map.of("display", "admin")),
          List.of(Map.of("value", "admin"), Map.of("value", List.of("admin"))));

  @Test
  @Row("85")
  @DisplayName("scope of another JSON type")
  void rejectsScopeThatIsNeitherStringNorStrings() {
    for (Object scope :
        Arrays.asList(
            null, 7, true, Map.of("admin", true), List.of(7), Arrays.asList("admin", null))) {
      assertClaimRefused(scene.token().claim("scope", scope), Reason.CLAIM_MALFORMED, "scope");
      assertClaimRefused(scene.token().claim("scp", scope), Reason.CLAIM_MALFORMED, "scp");
      // Not even if the other claim is sound.
      assertClaimRefused(
          scene.token().claim("scope", scope).claim("scp", "read"),
          Reason.CLAIM_MALFORMED,
          "scope");
    }
    for (Object odd : ODD_ATTRIBUTES) {
      AccessToken token =
          assertAccepted(
              validator, scene.token().claim("groups", odd).claim("roles", odd).compact());
      assertThat(token.groups()).as("groups of %s", odd).isEmpty();
      assertThat(token.roles()).as("roles of %s", odd).isEmpty();
      assertRejected(
          scene.validator(config -> config.roles(RoleMapper.claim("roles"))),
          scene.token().claim("roles", odd).compact(),
          ValidationStep.CUSTOM_CHECKS,
          Reason.CLAIM_CHECK_FAILED,
          "roles");
    }

    AccessToken none = assertAccepted(validator, scene.token().compact());
    assertThat(none.scopes()).isEmpty();
    assertThat(none.groups()).isEmpty();
  }

  @Test
  @Row("86")
  @DisplayName("claim names in other case and look-alikes")
  void readsClaimsByTheirExactNames() {
    AccessToken token =
        assertAccepted(
            validator,
            scene
                .token()
                .claim("Sub", "admin")
                .claim("SUB", "admin")
                .claim("s\u0443b", "admin")
                .claim("sub ", "admin")
                .claim("sub\u0000", "admin")
                .claim("Scope", "admin")
                .claim("Roles", List.of("admin"))
                .claim("role\u017F", List.of("admin"))
                .claim("EXP", 0)
                .claim("Cnf", Map.of())
                .claim("AUD", "other-api")
                .compact());

    assertThat(token.subject()).isEqualTo("test-user");
    assertThat(token.scopes()).isEmpty();
    assertThat(token.roles()).isEmpty();
    assertThat(token.claims().string("Sub")).isEqualTo("admin");
    assertThat(token.claims().contains("scope")).isFalse();
    assertThat(token.claims().contains("sUb")).isFalse();

    for (String claim : List.of("iat", "aud", "sub", "exp")) {
      assertClaimRefused(
          scene.token().withoutClaim(claim).claim(claim.toUpperCase(java.util.Locale.ROOT), "x"),
          Reason.CLAIM_MISSING,
          claim);
    }
  }

  @Test
  @Row("87")
  @DisplayName("claims that take exponential time to match")
  void takesLinearTimeForAnyClaim() {
    TokenValidator choosy =
        scene.validator(
            config -> config.clients("test-client").requiredClaims("x").audience("(a+)+$"));
    String evil = "a".repeat(2000) + "!";
    String spaces = " ".repeat(2000) + "x";
    String token =
        scene
            .token()
            .subject(evil)
            .claim("x", evil)
            .claim("scope", spaces)
            .claim("groups", List.of(spaces))
            .header("x", "application/".repeat(80))
            .compact();
    String otherAudience = scene.token().claim("x", 1).audience(evil).compact();

    Assertions.assertTimeoutPreemptively(
        FaultScene.PATIENCE,
        () -> {
          for (int i = 0; i < 100; i++) {
            assertThat(choosy.validate(token).subject()).isEqualTo(evil);
            assertRejected(
                choosy,
                otherAudience,
                ValidationStep.CLAIMS_VALIDATION,
                Reason.AUDIENCE_MISMATCH,
                "aud");
          }
        });
  }

  @Test
  @DisplayName("rows 82-84: client that is not one of those expected")
  void rejectsTokenOfAnotherClient() {
    TokenValidator choosy = scene.validator(config -> config.clients("shop", "app"));
    for (String claim : List.of("azp", "client_id")) {
      for (String other : List.of("Shop", "shop ", "sho", "shop app", "")) {
        assertRejected(
            choosy,
            scene.token().claim("client_id", "shop").claim(claim, other).compact(),
            ValidationStep.CLAIMS_VALIDATION,
            Reason.AUTHORIZED_PARTY_MISMATCH,
            claim);
      }
    }

    assertAccepted(choosy, scene.token().claim("client_id", "shop").claim("azp", "app").compact());
  }
}
