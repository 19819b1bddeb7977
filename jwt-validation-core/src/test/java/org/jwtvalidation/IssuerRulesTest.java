// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jwtvalidation.internal.rules.Violations.assertViolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.jws.JoseHeader;
import org.jwtvalidation.internal.rules.ClaimRules;
import org.jwtvalidation.internal.rules.RuleViolation;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.ClaimsSet;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;

/** Which rules and checks an issuer's configuration makes. */
class IssuerRulesTest {

  private static final ClaimsSet CLAIMS = claims();

  private static ClaimsSet claims() {
    Scene scene = new Scene();
    return scene.validator().validate(scene.token().claim("tenant", "north").compact()).claims();
  }

  private static IssuerRules rules(UnaryOperator<IssuerConfig.Builder> change) {
    IssuerConfig.Builder config = IssuerConfig.builder("https://issuer.example").audience("a");
    return change.apply(config).build().rules();
  }

  private static Map<String, Object> header(String typ) {
    return Map.of("alg", "ES256", "kid", "k", "typ", typ);
  }

  @Test
  void asksEachKindOfTokenForItsType() throws RuleViolation {
    IssuerRules rules = rules(config -> config);
    IssuerRules strict = rules(IssuerConfig.Builder::requireAccessTokenType);

    JoseHeader accepted = rules.checkAccessTokenHeader(header("at+jwt"));
    assertThat(accepted.algorithms()).containsExactly(SignatureAlgorithm.ES256);
    assertThat(accepted.keyId()).isEqualTo("k");
    assertThat(accepted.accessTokenType()).isTrue();
    assertThat(rules.checkAccessTokenHeader(header("JWT")).accessTokenType()).isFalse();
    assertThat(rules.checkIdTokenHeader(header("JWT")).accessTokenType()).isFalse();
    assertThat(strict.checkAccessTokenHeader(header("application/at+jwt")).accessTokenType())
        .isTrue();
    assertViolation(
        () -> strict.checkAccessTokenHeader(header("JWT")), Reason.TYPE_MISMATCH, "typ");
    assertViolation(() -> rules.checkIdTokenHeader(header("at+jwt")), Reason.TYPE_MISMATCH, "typ");
  }

  @Test
  void relaxesNothingForIdTokens() {
    IssuerRules rules =
        rules(config -> config.subjectOptional().issuedAtOptional().requiredClaims("tenant"));

    ClaimRules ofIdTokens = rules.forIdTokens(IdTokenExpectation.withoutNonce("c")).claimRules();
    assertThat(ofIdTokens.subjectRequired()).isTrue();
    assertThat(ofIdTokens.issuedAtRequired()).isTrue();
    assertThat(ofIdTokens.requiredClaims()).containsExactly("tenant");
    assertThat(rules.forAccessTokens().claimRules().subjectRequired()).isFalse();
    assertThat(rules.forAccessTokens().claimRules().issuedAtRequired()).isFalse();
  }

  @Test
  void runsChecksInTheirOrderUntilOneFails() {
    List<String> ran = new ArrayList<>();
    IssuerRules rules =
        rules(config ->
            config
                .claimCheck("first", claims -> ran.add("first " + claims.string("tenant")))
                .claimCheck("second", claims -> !ran.add("second"))
                .claimCheck("third", claims -> ran.add("third")));

    assertThat(rules.hasChecks()).isTrue();
    assertViolation(() -> rules.runChecks(CLAIMS), Reason.CLAIM_CHECK_FAILED, "second");
    assertThat(ran).containsExactly("first north", "second");
    assertThat(rules(config -> config).hasChecks()).isFalse();
  }

  @Test
  void rejectsWhereUserCodeThrowsButPassesErrorsOn() {
    RuntimeException failure = new IllegalStateException("boom");
    Error error = new StackOverflowError("injected");
    IssuerRules throwing =
        rules(config ->
            config
                .claimCheck(
                    "check",
                    claims -> {
                      throw failure;
                    })
                .roles(claims -> {
                  throw failure;
                }));
    IssuerRules breaking =
        rules(config ->
            config
                .claimCheck(
                    "check",
                    claims -> {
                      throw error;
                    })
                .roles(claims -> {
                  throw error;
                }));

    assertViolation(() -> throwing.runChecks(CLAIMS), Reason.CLAIM_CHECK_FAILED, "check");
    assertViolation(() -> throwing.map(CLAIMS).roles(), Reason.CLAIM_CHECK_FAILED, "roles");
    assertThatThrownBy(() -> breaking.runChecks(CLAIMS)).isSameAs(error);
    assertThatThrownBy(() -> breaking.map(CLAIMS).roles()).isSameAs(error);
  }

  @Test
  void copiesTheRolesOfTheMapper() throws RuleViolation {
    List<String> roles = new ArrayList<>(List.of("reader"));
    IssuerRules rules = rules(config -> config.roles(claims -> roles));

    List<String> mapped = rules.map(CLAIMS).roles();
    roles.add("admin");

    assertThat(mapped).containsExactly("reader");
    for (List<String> wrong : Arrays.asList(null, Collections.<String>singletonList(null))) {
      assertViolation(
          () -> rules(config -> config.roles(claims -> wrong)).map(CLAIMS).roles(),
          Reason.CLAIM_CHECK_FAILED,
          "roles");
    }
  }
}
