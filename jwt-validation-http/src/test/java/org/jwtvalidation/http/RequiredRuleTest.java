// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofScene;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;

/** Rules that a handler asks, and what its client is told. */
class RequiredRuleTest {

  private static final String BEARER = "Bearer realm=\"api\", error=";
  private static final AccessRule GOLD =
      AccessRule.authentication().acr("gold", "silver").within(Duration.ofMinutes(5));

  private final ProofScene scene = new ProofScene();
  private final BearerAuthenticator plain =
      BearerAuthenticator.builder(scene.validator).challengeScopes("list").build();

  /** With scopes a and b, role clerk, group sales, an actor, and claims that nobody is to see. */
  private final TokenBuilder some =
      scene
          .issuer
          .token()
          .subject("secret-subject")
          .scope("a", "b")
          .roles("clerk")
          .claim("client_id", "secret-client")
          .claim("acr", "secret-acr")
          .claim("groups", List.of("sales"))
          .claim("act", Map.of("sub", "desk"));

  private AccessToken token(TokenBuilder builder) {
    return scene.validator.validate(builder.compact());
  }

  private InsufficientTokenException refused(AccessRule rule) {
    AccessToken token = token(some);
    InsufficientTokenException[] thrown = new InsufficientTokenException[1];
    assertThatExceptionOfType(InsufficientTokenException.class)
        .isThrownBy(() -> rule.require(token))
        .satisfies(failure -> thrown[0] = failure)
        .withNoCause();
    assertThat(thrown[0].toString()).doesNotContain("secret").doesNotContain(some.compact());
    return thrown[0];
  }

  private void assertRefused(AccessRule rule, int status, String challenge, String needs) {
    InsufficientTokenException failure = refused(rule);
    Challenged answer = plain.refusal(FieldsRequest.bearer(some.compact()), failure);
    assertThat(answer).isEqualTo(new Challenged(status, List.of(BEARER + challenge)));
    assertThat(answer)
        .as("what is answered where the rule is asked before the handler")
        .isEqualTo(plain.authenticate(FieldsRequest.bearer(some.compact()), rule));
    assertThat(failure)
        .hasMessage(
            needs.isEmpty()
                ? "the token lacks something that a new one would lack, too"
                : "the token lacks what a rule requires; a new one needs " + needs);
  }

  @Test
  void letsTokensPassThatSuffice() {
    AccessToken token = token(some);
    for (AccessRule rule :
        List.of(
            AccessRule.anyToken(),
            AccessRule.scope("a"),
            AccessRule.anyScope("x", "b"),
            AccessRule.allScopes("a", "b"),
            AccessRule.anyRole("clerk"),
            AccessRule.anyGroup("sales"),
            AccessRule.actor("https://issuer.example", "desk"),
            AccessRule.authentication(),
            AccessRule.matching(any -> true),
            AccessRule.scope("x").or(AccessRule.anyRole("clerk")),
            AccessRule.scope("a").and(AccessRule.anyRole("clerk")))) {
      assertThatNoException().isThrownBy(() -> rule.require(token));
      // Frameworks pass null for the token of a request without one.
      assertThatNullPointerException().isThrownBy(() -> rule.require(null)).withMessage("token");
    }
  }

  @Test
  void tellsFrameworksWhatATokenLacks() {
    AccessToken token = token(some);
    assertThat(FrameworkAuthenticator.lacking(AccessRule.scope("a"), token)).isNull();
    InsufficientTokenException failure =
        FrameworkAuthenticator.lacking(AccessRule.scope("x"), token);
    FieldsRequest request = FieldsRequest.bearer(some.compact());
    assertThat(plain.refusal(request, failure))
        .isEqualTo(plain.authenticate(request, AccessRule.scope("x")));
    assertThatNullPointerException()
        .isThrownBy(() -> FrameworkAuthenticator.lacking(AccessRule.anyToken(), null));
  }

  @Test
  void tellsFrameworksWhatAMissingTokenNeeds() {
    for (AccessRule rule : List.of(AccessRule.anyToken(), AccessRule.scope("x"))) {
      assertThat(FrameworkAuthenticator.of(plain).missingToken(rule))
          .isEqualTo(plain.authenticate(FieldsRequest.of(), rule));
    }
  }

  @Test
  void namesTheScopesThatAreNeeded() {
    String scope = "\"insufficient_scope\", scope=";
    assertRefused(AccessRule.scope("x"), 403, scope + "\"x\"", "the scopes [x]");
    assertRefused(AccessRule.anyScope("x", "y"), 403, scope + "\"x\"", "the scopes [x]");
    assertRefused(AccessRule.allScopes("a", "x"), 403, scope + "\"a x\"", "the scopes [a, x]");
    assertRefused(
        AccessRule.scope("x").and(AccessRule.anyRole("clerk")),
        403,
        scope + "\"x\"",
        "the scopes [x]");
    assertRefused(
        AccessRule.anyRole("boss").or(AccessRule.scope("x")),
        403,
        scope + "\"x\"",
        "the scopes [x]");
  }

  @Test
  void namesNothingWhereNoTokenWouldSuffice() {
    for (AccessRule rule :
        List.of(
            AccessRule.anyRole("boss"),
            AccessRule.anyGroup("hr"),
            AccessRule.actor("https://issuer.example", "robot"),
            AccessRule.matching(token -> false),
            AccessRule.matching(token -> {
              throw new IllegalStateException(token.subject());
            }),
            AccessRule.scope("x").and(AccessRule.anyRole("boss")))) {
      assertRefused(rule, 403, "\"insufficient_scope\"", "");
    }
  }

  @Test
  void asksForAnotherAuthentication() {
    String gold = "\"insufficient_user_authentication\", acr_values=\"gold silver\"";
    String needs = ", acr_values=\"gold silver\", max_age=\"300\"";
    assertRefused(GOLD, 401, gold + ", max_age=\"300\"", "another authentication" + needs);
    assertRefused(
        GOLD.and(AccessRule.allScopes("a", "pay")),
        401,
        gold + ", max_age=\"300\", scope=\"a pay\"",
        "the scopes [a, pay]" + needs);
  }

  @Test
  void asksForScopesOnceTheUserHasAuthenticated() {
    AccessRule rule = GOLD.and(AccessRule.scope("pay"));
    TokenBuilder golden = some.claim("acr", "silver").claim("auth_time", Instant.now());
    assertRefused(
        rule,
        403,
        "\"insufficient_scope\", scope=\"pay\"",
        "the scopes [pay], acr_values=\"gold silver\", max_age=\"300\"");
    assertThatNoException().isThrownBy(() -> rule.require(token(golden.scope("pay"))));
  }

  @Test
  void answersInTheSchemeOfTheRequest() {
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator)
            .proofOfPossession(
                ProofOfPossession.builder()
                    .dpop(ProofScene.PUBLIC_BASE)
                    .algorithms(SignatureAlgorithm.ES256)
                    .build())
            .build();
    InsufficientTokenException failure = refused(AccessRule.scope("x"));
    String error = ", error=\"insufficient_scope\", scope=\"x\"";
    String dpop = "DPoP realm=\"api\", algs=\"ES256\"";
    assertThat(bearer.refusal(scene.attempt(), failure))
        .isEqualTo(new Challenged(403, List.of("Bearer realm=\"api\"", dpop + error)));
    assertThat(bearer.refusal(scene.attempt().bearer(), failure))
        .isEqualTo(new Challenged(403, List.of("Bearer realm=\"api\"" + error, dpop)));
    InsufficientTokenException again = refused(GOLD.and(AccessRule.scope("x")));
    String stepUp =
        ", error=\"insufficient_user_authentication\", acr_values=\"gold silver\","
            + " max_age=\"300\", scope=\"x\"";
    assertThat(bearer.refusal(scene.attempt(), again))
        .isEqualTo(
            new Challenged(401, List.of("Bearer realm=\"api\", scope=\"x\"", dpop + stepUp)));
    assertThat(bearer.refusal(scene.attempt().bearer(), again))
        .isEqualTo(
            new Challenged(401, List.of("Bearer realm=\"api\"" + stepUp, dpop + ", scope=\"x\"")));
  }

  private static Throwable wrapped(@Nullable Throwable cause, int times) {
    Throwable failure = cause;
    for (int i = 0; i < times; i++) {
      failure = i % 2 == 0 ? new CompletionException(failure) : new Exception(failure);
    }
    return failure;
  }

  @Test
  void isFoundInWhatFrameworksMakeOfIt() {
    InsufficientTokenException failure = refused(AccessRule.scope("x"));
    assertThat(InsufficientTokenException.in(failure)).isSameAs(failure);
    for (int times : new int[] {1, 2, 15, 16}) {
      assertThat(InsufficientTokenException.in(wrapped(failure, times)))
          .as("wrapped %s times", times)
          .isSameAs(failure);
    }
    assertThat(InsufficientTokenException.in(wrapped(failure, 17))).isNull();
    assertThat(InsufficientTokenException.in(wrapped(new Exception("other"), 3))).isNull();
    assertThat(InsufficientTokenException.in(new Error())).isNull();
  }

  @Test
  void isTheOutermostOfSeveral() {
    InsufficientTokenException inner = refused(AccessRule.scope("x"));
    InsufficientTokenException outer = refused(AccessRule.scope("y"));
    outer.initCause(inner);
    assertThat(InsufficientTokenException.in(wrapped(outer, 2))).isSameAs(outer);
  }

  /** An answer was tried, and what says that it failed is not answered in turn. */
  @Test
  void isNotFoundOnceItIsTooLate() {
    RuntimeException failure = new RuntimeException(refused(AccessRule.scope("x")));
    IllegalStateException late = InsufficientTokenException.tooLate(failure);
    assertThat(late)
        .hasMessage("a rule has refused the token after the response had begun; require it before")
        .hasCause(failure);
    assertThat(InsufficientTokenException.in(late)).isNull();
    assertThat(InsufficientTokenException.in(wrapped(late, 2))).isNull();
  }

  @Test
  void isNotLookedForWithoutEnd() {
    Exception one = new Exception("one");
    one.initCause(new Exception("two", one));
    assertThat(InsufficientTokenException.in(one)).isNull();
  }
}
