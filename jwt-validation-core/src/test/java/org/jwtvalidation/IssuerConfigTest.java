// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

class IssuerConfigTest {

  private final Scene scene = new Scene();

  private static IssuerConfig.Builder config() {
    return new Scene().config();
  }

  @Test
  void showsWhatIsAsked() {
    assertThat(IssuerConfig.builder("https://issuer.example").audience("orders-api").build())
        .hasToString("IssuerConfig[issuer=https://issuer.example, audience=[orders-api]]");
    assertThat(
            IssuerConfig.builder("https://issuer.example")
                .anyAudience()
                .algorithms(SignatureAlgorithm.ES256)
                .accessTokenMarkOptional()
                .leeway(Duration.ZERO)
                .subjectOptional()
                .issuedAtOptional()
                .senderConstraintCheckedElsewhere()
                .clients("b", "a")
                .clientClaim("cid")
                .ignoredHeaderParameters("jku")
                .requiredClaims("jti")
                .claimCheck("tenant", claims -> true)
                .build())
        .hasToString(
            "IssuerConfig[issuer=https://issuer.example, anyAudience, algorithms=[ES256],"
                + " accessTokenMarkOptional, leeway=PT0S, subjectOptional, issuedAtOptional,"
                + " senderConstraintCheckedElsewhere, clients=[a, b], clientClaim=cid,"
                + " ignoredHeaderParameters=[jku], requiredClaims=[jti], claimChecks=[tenant]]");
    assertThat(
            IssuerConfig.builder("https://issuer.example")
                .allAudiences("b", "a")
                .requireAccessTokenType()
                .requireClient()
                .maxAge(Duration.ofHours(1))
                .build())
        .hasToString(
            "IssuerConfig[issuer=https://issuer.example, allAudiences=[a, b],"
                + " requireAccessTokenType, maxAge=PT1H, requireClient]");
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("contradictions")
  void refusesWhatIsMissingOrOutOfRangeOrContradictory(
      IssuerConfig.Builder builder, String option, String problem, String remedy) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(option + ": ")
        .hasMessageContaining(problem)
        .hasMessageContaining("; ")
        .hasMessageContaining(remedy);
  }

  static Stream<Arguments> contradictions() {
    Scene scene = new Scene();
    return Stream.of(
        Arguments.of(
            IssuerConfig.builder("").audience("a"), "issuer", "blank", "issuer identifier"),
        Arguments.of(
            IssuerConfig.builder(" \t").audience("a"), "issuer", "blank", "issuer identifier"),
        Arguments.of(scene.issuer.config(), "audience", "none given", "audience(...)"),
        Arguments.of(scene.issuer.config().audience(), "audience", "none given", "anyAudience()"),
        Arguments.of(
            config().anyAudience(), "audience", "both named and any", "drop anyAudience()"),
        Arguments.of(
            scene.issuer.config().allAudiences("a").anyAudience(),
            "audience",
            "both named and any",
            "drop anyAudience()"),
        Arguments.of(config().audience("a", " "), "audience", "blank", "leave it out"),
        Arguments.of(config().audience((String) null), "audience", "blank", "leave it out"),
        Arguments.of(
            config().audience("a").issuerAliases(" "), "issuerAliases", "blank", "leave it out"),
        Arguments.of(config().allAudiences(""), "allAudiences", "blank", "leave it out"),
        Arguments.of(config().clients("c", ""), "clients", "blank", "leave it out"),
        Arguments.of(config().clientClaim(" "), "clientClaim", "blank", "name the claim"),
        Arguments.of(
            config().ignoredHeaderParameters("jku", "crit"),
            "ignoredHeaderParameters",
            "crit",
            "drop the others"),
        Arguments.of(config().requiredClaims(""), "requiredClaims", "blank", "leave it out"),
        Arguments.of(config().algorithms(), "algorithms", "none", "at least one"),
        Arguments.of(config().leeway(Duration.ofMillis(-1)), "leeway", "PT-0.001S", "in between"),
        Arguments.of(
            config().leeway(Duration.ofMinutes(5).plusNanos(1)), "leeway", "PT5M", "in between"),
        Arguments.of(config().maxAge(Duration.ZERO), "maxAge", "PT0S", "in between"),
        Arguments.of(config().maxAge(Duration.ofSeconds(-1)), "maxAge", "PT-1S", "in between"),
        Arguments.of(
            config().maxAge(Duration.ofDays(3650).plusNanos(1)),
            "maxAge",
            "PT87600H",
            "in between"),
        Arguments.of(
            config().maxAge(Duration.ofDays(1)).issuedAtOptional(),
            "maxAge",
            "iat is optional",
            "drop issuedAtOptional()"),
        Arguments.of(
            config().requireAccessTokenType().accessTokenMarkOptional(),
            "accessTokenMarkOptional",
            "at+jwt is required",
            "drop accessTokenMarkOptional()"),
        Arguments.of(
            IssuerConfig.builder("https://issuer.example").anyAudience().rfc9068(),
            "anyAudience",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            IssuerConfig.builder("https://issuer.example").audienceOptional().rfc9068(),
            "audienceOptional",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            config().rfc9068().accessTokenMarkOptional(),
            "accessTokenMarkOptional",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            config().rfc9068().subjectOptional(),
            "subjectOptional",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            config().rfc9068().issuedAtOptional(),
            "issuedAtOptional",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            config().rfc9068().clientClaim("azp"),
            "clientClaim",
            "RFC 9068",
            "drop it, or rfc9068()"),
        Arguments.of(
            IssuerConfig.builder("http://issuer.example").audience("a"),
            "keySource",
            "http://issuer.example",
            "keySource(...)"),
        Arguments.of(
            IssuerConfig.builder("my issuer").audience("a"),
            "keySource",
            "my issuer",
            "keySource(...)"));
  }

  @Test
  void requiresWhatTheProfileRequires() {
    TokenValidator strict = scene.validator(IssuerConfig.Builder::rfc9068);

    assertAccepted(strict, scene.token().compact());
    assertAccepted(strict, scene.token().header("typ", "application/at+jwt").compact());
    for (String typ : new String[] {null, "JWT"}) {
      assertRejected(
          strict,
          (typ == null ? scene.token().withoutHeader("typ") : scene.token().header("typ", typ))
              .compact(),
          ValidationStep.HEADER_VALIDATION,
          Reason.TYPE_MISMATCH,
          "typ");
    }
    for (String claim : List.of("client_id", "jti", "sub", "iat", "exp", "aud")) {
      assertRejected(
          strict,
          scene.token().claim("azp", "app").withoutClaim(claim).compact(),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.CLAIM_MISSING,
          claim);
    }
    assertAcceptedIdToken(
        strict,
        scene.token().idToken("app", null).withoutClaim("jti").withoutClaim("client_id").compact(),
        IdTokenExpectation.withoutNonce("app"));
    assertThat(config().rfc9068().requiredClaims("tenant").build())
        .asString()
        .contains(", rfc9068, requiredClaims=[tenant]]");
  }

  @Test
  void takesTheEndsOfItsRanges() {
    assertThat(config().leeway(Duration.ZERO).build()).isNotNull();
    assertThat(config().leeway(Duration.ofMinutes(5)).build()).isNotNull();
    assertThat(config().maxAge(Duration.ofNanos(1)).build()).isNotNull();
    assertThat(config().maxAge(Duration.ofDays(3650)).build()).isNotNull();
  }

  @Test
  void needsNothingButIssuerAndAudience() {
    IssuerConfig config = IssuerConfig.builder("https://issuer.example").audience("a").build();

    assertThat(config.issuer()).isEqualTo("https://issuer.example");
    // Nothing is fetched, let alone looked up, before there is a token to decide on.
    TokenValidator.builder().issuer(config).build().close();
  }

  @Test
  void refusesNull() {
    assertThatNullPointerException().isThrownBy(() -> IssuerConfig.builder(null));
    assertThatNullPointerException().isThrownBy(() -> config().maxAge(null));
    assertThatNullPointerException().isThrownBy(() -> config().claimCheck("x", null));
    assertThatNullPointerException().isThrownBy(() -> config().roles(null));
    assertThatNullPointerException().isThrownBy(() -> config().keySource(null));
    assertThatNullPointerException().isThrownBy(() -> RoleMapper.claim(null));
    assertThatNullPointerException().isThrownBy(() -> RoleMapper.keycloakClient(null));
    assertThatNullPointerException().isThrownBy(() -> RoleMapper.keycloakRealm().and(null));
  }

  @Test
  void refusesTwoChecksOfOneName() {
    assertThatThrownBy(() -> config().claimCheck("x", c -> true).claimCheck("x", c -> true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("claimCheck: x is already defined; give each check its own name");
  }

  @Test
  void isNotChangedByItsBuilderLater() {
    IssuerConfig.Builder builder = scene.config();
    IssuerConfig before = builder.build();
    IssuerConfig after =
        builder
            .audience("other-api")
            .allAudiences("third-api")
            .algorithms(SignatureAlgorithm.RS256)
            .leeway(Duration.ZERO)
            .requiredClaims("tenant")
            .clients("shop")
            .claimCheck("never", claims -> false)
            .build();
    String token = scene.token().compact();

    assertAccepted(scene.builder(before).build(), token);
    assertRejected(
        scene.builder(after).build(),
        token,
        ValidationStep.HEADER_VALIDATION,
        Reason.ALGORITHM_NOT_ALLOWED,
        "alg");
    assertRejected(
        scene.builder(before).build(),
        scene.token().audience("other-api").compact(),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.AUDIENCE_MISMATCH,
        "aud");
  }

  @Test
  void runsEveryCheckInItsOrder() {
    StringBuilder ran = new StringBuilder();
    TokenValidator validator =
        scene.validator(config ->
            config
                .claimCheck("one", claims -> ran.append("1") != null)
                .claimCheck("two", claims -> ran.append("2") != null && claims.contains("x"))
                .claimCheck("three", claims -> ran.append("3") != null));

    assertThat(validator.validate(scene.token().claim("x", 1).compact())).isNotNull();
    assertThat(ran).hasToString("123");
    assertThat(validator.tryValidate(scene.token().compact()))
        .isEqualTo(
            new ValidationResult.Rejected<AccessToken>(
                new Rejection(ValidationStep.CUSTOM_CHECKS, Reason.CLAIM_CHECK_FAILED, "two")));
    assertThat(ran).hasToString("12312");
  }

  @Test
  void refusesClaimCheckWithoutName() {
    IssuerConfig.Builder config = IssuerConfig.builder("https://issuer.example");

    assertThatThrownBy(() -> config.claimCheck(" ", claims -> true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("claimCheck: a blank name; name the check");
  }

  @Test
  void refusesAlgorithmsThatTheJdkDoesNotHave() {
    assumeFalse(
        SignatureAlgorithm.ML_DSA_44.isAvailable(), "no JDK without ML-DSA: use JDK 23 or older");
    IssuerConfig.Builder config =
        IssuerConfig.builder("https://issuer.example")
            .audience("a")
            .algorithms(SignatureAlgorithm.ES256, SignatureAlgorithm.ML_DSA_44);

    assertThatThrownBy(config::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("algorithms:", "ML_DSA_44", "isAvailable()");
  }
}
