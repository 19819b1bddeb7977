// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertRejected;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.jws.CheckedClaims;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** The rules for times, audience and subject, each at its boundary to the millisecond. */
class ClaimRulesTest {

  private static final Duration LIFETIME = Duration.ofHours(1);

  private final Scene scene = new Scene();

  private TokenValidator validator(long leewaySeconds) {
    return scene
        .builder(scene.config().leeway(Duration.ofSeconds(leewaySeconds)).build())
        .cacheSize(0)
        .build();
  }

  private void at(long millisAfterNow) {
    scene.clock.set(Scene.NOW.plusMillis(millisAfterNow));
  }

  private static void assertClaimRefused(
      TokenValidator validator, String token, Reason reason, String claim) {
    assertRejected(validator, token, ValidationStep.CLAIMS_VALIDATION, reason, claim);
  }

  /** Seconds since 1970, so many milliseconds after the time of the scene. */
  private static BigDecimal secondsAt(long millisAfterNow) {
    return BigDecimal.valueOf(Scene.NOW.toEpochMilli() + millisAfterNow, 3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 60, 300})
  void rejectsFromExpiryPlusLeewayOn(long leeway) {
    TokenValidator validator = validator(leeway);
    String token = scene.token().claim("exp", Scene.NOW.plusSeconds(10)).compact();
    long end = (10 + leeway) * 1000;

    at(end - 1);
    assertAccepted(validator, token);
    at(end);
    assertClaimRefused(validator, token, Reason.EXPIRED, "exp");
    at(end + 1);
    assertClaimRefused(validator, token, Reason.EXPIRED, "exp");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 60, 300})
  void rejectsUpToNotBeforeLessLeeway(long leeway) {
    TokenValidator validator = validator(leeway);
    String token =
        scene
            .token()
            .expiresIn(LIFETIME)
            .issuedAt(Scene.NOW.minus(LIFETIME))
            .claim("nbf", Scene.NOW.plusSeconds(500))
            .compact();
    long begin = (500 - leeway) * 1000;

    at(begin - 1);
    assertClaimRefused(validator, token, Reason.NOT_YET_VALID, "nbf");
    at(begin);
    assertAccepted(validator, token);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 60, 300})
  void rejectsUpToIssueLessLeeway(long leeway) {
    TokenValidator validator = validator(leeway);
    String token = scene.token().expiresIn(LIFETIME).issuedAt(Scene.NOW.plusSeconds(500)).compact();
    long begin = (500 - leeway) * 1000;

    at(begin - 1);
    assertClaimRefused(validator, token, Reason.ISSUED_IN_FUTURE, "iat");
    at(begin);
    assertAccepted(validator, token);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 60, 300})
  void rejectsFromMaximumAgePlusLeewayOn(long leeway) {
    TokenValidator validator =
        scene
            .builder(
                scene
                    .config()
                    .leeway(Duration.ofSeconds(leeway))
                    .maxAge(Duration.ofSeconds(600))
                    .build())
            .cacheSize(0)
            .build();
    String token = scene.token().expiresIn(LIFETIME).compact();
    long end = (600 + leeway) * 1000;

    at(end - 1);
    assertAccepted(validator, token);
    at(end);
    assertClaimRefused(validator, token, Reason.TOO_OLD, "iat");
  }

  @Test
  void hasAMinuteOfLeewayUnlessSet() {
    TokenValidator validator = scene.validator();
    String token = scene.token().claim("exp", Scene.NOW).compact();

    at(59_999);
    assertAccepted(validator, token);
    at(60_000);
    assertClaimRefused(validator, token, Reason.EXPIRED, "exp");
  }

  @ParameterizedTest
  @CsvSource({
    // A token never lives longer for a fraction of a millisecond, nor begins earlier.
    "0.0019, 0, true",
    "0.0019, 1, false",
    "0.002, 1, true",
    "0.002, 2, false",
    "0.0001, 0, false"
  })
  void roundsExpiryDown(BigDecimal fraction, long millis, boolean accepted) {
    TokenValidator validator = validator(0);
    BigDecimal exp = secondsAt(0).add(fraction);
    String token = scene.token().claim("exp", exp).compact();

    at(millis);
    if (accepted) {
      assertAccepted(validator, token);
    } else {
      assertClaimRefused(validator, token, Reason.EXPIRED, "exp");
    }
  }

  @Test
  void roundsNotBeforeAndIssueUp() {
    TokenValidator validator = validator(0);
    BigDecimal aBitLater = secondsAt(1000).add(new BigDecimal("0.0001"));
    String notBefore = scene.token().claim("nbf", aBitLater).compact();
    String issued = scene.token().claim("iat", aBitLater).compact();

    at(1000);
    assertClaimRefused(validator, notBefore, Reason.NOT_YET_VALID, "nbf");
    assertClaimRefused(validator, issued, Reason.ISSUED_IN_FUTURE, "iat");
    at(1001);
    assertAccepted(validator, notBefore);
    assertAccepted(validator, issued);
  }

  @Test
  void needsIssueUnlessItIsOptional() {
    String token = scene.token().withoutClaim("iat").compact();
    TokenValidator optional = scene.validator(IssuerConfig.Builder::issuedAtOptional);

    assertClaimRefused(scene.validator(), token, Reason.CLAIM_MISSING, "iat");
    assertThat(assertAccepted(optional, token).issuedAt()).isNull();
    // Optional is not ignored.
    assertClaimRefused(
        optional,
        scene.token().issuedAt(Scene.NOW.plusSeconds(61)).compact(),
        Reason.ISSUED_IN_FUTURE,
        "iat");
    assertClaimRefused(
        optional, scene.token().claim("iat", null).compact(), Reason.CLAIM_MALFORMED, "iat");
  }

  @Test
  void supposesNoTimeForClaimsThatAreMissing() {
    scene.clock.set(Instant.parse("1960-01-01T00:00:00Z"));
    TokenValidator optional = scene.validator(IssuerConfig.Builder::issuedAtOptional);

    assertAccepted(optional, scene.token().withoutClaim("nbf").withoutClaim("iat").compact());
  }

  /** From the later of both beginnings on, and up to the earlier of both ends. */
  @ParameterizedTest
  @CsvSource({"100, 160, 220, 140, 240", "170, 160, 220, 150, 240", "100, 160, 420, 140, 320"})
  void saysFromWhenUntilWhenTheTokenMayBeUsed(
      long nbf, long iat, long exp, long usableFrom, long usableUntil) throws RuleViolation {
    ClaimRules rules = new ClaimRules(20_000, Duration.ofSeconds(140), true, true, Set.of());
    Map<String, Object> claims = Map.of("sub", "s", "nbf", nbf, "iat", iat, "exp", exp);

    CheckedClaims registered =
        rules.check(
            new UntrustedClaims(claims), new AudienceRule(Set.of(), Set.of(), false), 180_000);

    assertThat(registered.usableFrom()).isEqualTo(usableFrom * 1000);
    assertThat(registered.usableUntil()).isEqualTo(usableUntil * 1000);
  }

  @Test
  void needsOneOfTheAudiences() {
    TokenValidator any = validatorFor(scene.issuer.config().audience("a", "b"));

    for (List<String> audience : List.of(List.of("a"), List.of("b"), List.of("x", "b"))) {
      assertThat(assertAccepted(any, scene.token().claim("aud", audience).compact()).audience())
          .isEqualTo(audience);
    }
    assertThat(assertAccepted(any, scene.token().claim("aud", "a").compact()).audience())
        .containsExactly("a");
    assertClaimRefused(any, scene.token().audience("c").compact(), Reason.AUDIENCE_MISMATCH, "aud");
  }

  @Test
  void needsAllOfTheAudiences() {
    TokenValidator all = validatorFor(scene.issuer.config().allAudiences("a", "b"));

    assertAccepted(all, scene.token().audience("b", "a").compact());
    assertAccepted(all, scene.token().audience("a", "x", "b").compact());
    assertClaimRefused(all, scene.token().audience("a").compact(), Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(
        all, scene.token().audience("a", "c").compact(), Reason.AUDIENCE_MISMATCH, "aud");
    assertClaimRefused(
        all, scene.token().withoutClaim("aud").compact(), Reason.CLAIM_MISSING, "aud");
  }

  @Test
  void needsOneOfSomeAndAllOfOthers() {
    TokenValidator both = validatorFor(scene.issuer.config().audience("a", "b").allAudiences("c"));

    assertAccepted(both, scene.token().audience("a", "c").compact());
    for (String audience : List.of("a", "c", "x")) {
      assertClaimRefused(
          both, scene.token().audience(audience).compact(), Reason.AUDIENCE_MISMATCH, "aud");
    }
  }

  @Test
  void takesAnyAudienceWhenToldSo() {
    TokenValidator open = validatorFor(scene.issuer.config().anyAudience());

    assertThat(assertAccepted(open, scene.token().withoutClaim("aud").compact()).audience())
        .isEmpty();
    assertThat(assertAccepted(open, scene.token().audience("x").compact()).audience())
        .containsExactly("x");
    assertClaimRefused(
        open, scene.token().claim("aud", 7).compact(), Reason.CLAIM_MALFORMED, "aud");
  }

  private TokenValidator validatorFor(IssuerConfig.Builder config) {
    return scene.builder(config.build()).build();
  }

  @Test
  void needsTheClaimsThatAreAskedFor() {
    TokenValidator validator = scene.validator(config -> config.requiredClaims("tenant", "jti"));

    for (Object value : List.of("", 0, false, List.of(), Map.of())) {
      assertAccepted(validator, scene.token().claim("tenant", value).compact());
    }
    assertClaimRefused(validator, scene.token().compact(), Reason.CLAIM_MISSING, "tenant");
    assertClaimRefused(
        validator, scene.token().claim("tenant", null).compact(), Reason.CLAIM_MISSING, "tenant");
    assertClaimRefused(
        validator,
        scene.token().claim("tenant", 1).withoutClaim("jti").compact(),
        Reason.CLAIM_MISSING,
        "jti");
  }

  @Test
  void takesNullForAWrongTypeInClaimsThatHaveOne() {
    TokenValidator validator =
        scene.validator(config -> config.requiredClaims("exp", "iat", "sub", "aud"));

    for (String claim :
        List.of("exp", "iat", "nbf", "sub", "aud", "jti", "azp", "client_id", "scope", "scp")) {
      assertClaimRefused(
          validator, scene.token().claim(claim, null).compact(), Reason.CLAIM_MALFORMED, claim);
    }
  }
}
