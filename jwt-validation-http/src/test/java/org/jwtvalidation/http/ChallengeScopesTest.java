// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.pop.Attempt;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofScene;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** Which answers name the scopes of the builder, and which those of the rule. */
class ChallengeScopesTest {

  private static final String DEFAULT = ", scope=\"list read\"";
  private static final AccessRule CLERK = AccessRule.anyRole("clerk");
  private static final AccessRule PAY = AccessRule.scope("pay");

  private final ProofScene scene = new ProofScene();
  private final BearerAuthenticator plain =
      BearerAuthenticator.builder(scene.validator).challengeScopes("list", "read").build();

  private BearerAuthenticator proving(UnaryOperator<ProofOfPossession.Builder> options) {
    ProofOfPossession.Builder possession =
        ProofOfPossession.builder()
            .dpop(ProofScene.PUBLIC_BASE)
            .algorithms(SignatureAlgorithm.ES256)
            .clock(scene.clock);
    return BearerAuthenticator.builder(scene.validator)
        .challengeScopes("list", "read")
        .proofOfPossession(options.apply(possession).build())
        .build();
  }

  private static Challenged answer(
      BearerAuthenticator bearer, BearerRequest request, AccessRule rule) {
    BearerAnswer answer = bearer.authenticate(request, rule);
    assertThat(bearer.authenticateAsync(request, rule).join())
        .usingRecursiveComparison()
        .isEqualTo(answer);
    return (Challenged) answer;
  }

  private static void assertAnswer(Challenged answer, int status, String... challenges) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.headers().get("WWW-Authenticate")).containsExactly(challenges);
  }

  @Test
  void namesThemForWantOfAValidToken() {
    String bearer = "Bearer realm=\"api\"";
    String invalid = bearer + ", error=\"invalid_token\"";
    FieldsRequest expired = FieldsRequest.bearer(scene.issuer.token().expired().compact());
    for (AccessRule rule : List.of(AccessRule.anyToken(), CLERK, CLERK.and(CLERK))) {
      assertAnswer(answer(plain, FieldsRequest.of(), rule), 401, bearer + DEFAULT);
      assertAnswer(answer(plain, FieldsRequest.of("Basic eDp5"), rule), 401, bearer + DEFAULT);
      assertAnswer(answer(plain, FieldsRequest.bearer("a.b.c"), rule), 401, invalid + DEFAULT);
      assertAnswer(answer(plain, expired, rule), 401, invalid + DEFAULT);
    }
    assertAnswer(
        answer(plain, FieldsRequest.of("Bearer"), CLERK),
        400,
        bearer + ", error=\"invalid_request\"");
  }

  @Test
  void namesThemForWantOfAProof() {
    BearerAuthenticator bearer = proving(possession -> possession);
    String other = "Bearer realm=\"api\"" + DEFAULT;
    String dpop = "DPoP realm=\"api\", algs=\"ES256\"";
    AccessRule any = AccessRule.anyToken();
    Attempt without = scene.attempt().proofs();
    assertAnswer(
        answer(bearer, without, any),
        401,
        other,
        dpop + ", error=\"invalid_dpop_proof\"" + DEFAULT);
    assertAnswer(
        answer(bearer, scene.attempt().proof(proof -> proof.claim("htm", "PUT")), any),
        401,
        other,
        dpop + ", error=\"invalid_dpop_proof\"" + DEFAULT);
    assertAnswer(
        answer(bearer, scene.attempt().token(token -> token), any),
        401,
        other,
        dpop + ", error=\"invalid_token\"" + DEFAULT);
    assertAnswer(
        answer(bearer, without.bearer(), any),
        401,
        "Bearer realm=\"api\", error=\"invalid_token\"" + DEFAULT,
        dpop + DEFAULT);
  }

  @Test
  void namesThemWhereANonceIsNeeded() {
    BearerAuthenticator bearer = proving(possession -> possession.nonces(DpopNonces.random()));
    Challenged answer = answer(bearer, scene.attempt(), AccessRule.anyToken());
    assertAnswer(
        answer,
        401,
        "Bearer realm=\"api\"" + DEFAULT,
        "DPoP realm=\"api\", algs=\"ES256\", error=\"use_dpop_nonce\"" + DEFAULT);
    assertThat(answer.headers()).containsKey("DPoP-Nonce");
  }

  @Test
  void namesThoseOfTheRuleAloneWhereItHasSome() {
    String scope = ", scope=\"pay\"";
    BearerAuthenticator bearer = proving(possession -> possession.nonces(DpopNonces.random()));
    String dpop = "DPoP realm=\"api\", algs=\"ES256\"";
    assertAnswer(answer(plain, FieldsRequest.of(), PAY), 401, "Bearer realm=\"api\"" + scope);
    assertAnswer(
        answer(plain, FieldsRequest.bearer("a.b.c"), PAY),
        401,
        "Bearer realm=\"api\", error=\"invalid_token\"" + scope);
    assertAnswer(
        answer(bearer, scene.attempt().proofs(), PAY),
        401,
        "Bearer realm=\"api\"" + scope,
        dpop + ", error=\"invalid_dpop_proof\"" + scope);
    assertAnswer(
        answer(bearer, scene.attempt(), PAY),
        401,
        "Bearer realm=\"api\"" + scope,
        dpop + ", error=\"use_dpop_nonce\"" + scope);
  }

  /** They would tell the client to ask for what it has, or for less than it has. */
  @Test
  void namesThemToNoValidTokenThatDoesNotSuffice() {
    FieldsRequest request = FieldsRequest.bearer(scene.issuer.token().compact());
    String bearer = "Bearer realm=\"api\", error=";
    assertAnswer(answer(plain, request, CLERK), 403, bearer + "\"insufficient_scope\"");
    assertAnswer(
        answer(plain, request, PAY), 403, bearer + "\"insufficient_scope\", scope=\"pay\"");
    assertAnswer(
        answer(plain, request, AccessRule.authentication().within(Duration.ofMinutes(5))),
        401,
        bearer + "\"insufficient_user_authentication\", max_age=\"300\"");
    assertAnswer(plain.insufficientScope(request), 403, bearer + "\"insufficient_scope\"");
  }

  @Test
  void takesTheScopesOfTheLastCall() {
    BearerAuthenticator none =
        BearerAuthenticator.builder(scene.validator)
            .challengeScopes("list")
            .challengeScopes()
            .build();
    assertAnswer(
        answer(none, FieldsRequest.of(), AccessRule.anyToken()), 401, "Bearer realm=\"api\"");
    for (String scope : List.of("", "a b", "a\"b", "a\\b", "a\r\nb", "\u00e4")) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> BearerAuthenticator.builder(scene.validator).challengeScopes("read", scope))
          .withMessageStartingWith("scope: " + Printable.quoted(scope) + " is not");
    }
  }
}
