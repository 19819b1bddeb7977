// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer.Authenticated;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ProofScene;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TokenBuilder;

/** What challenges tell a client to ask for, as text. */
class ChallengesTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = issuer.validator().build();
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator).realm("orders").build();

  private static BearerAnswer answer(
      BearerAuthenticator authenticator, BearerRequest request, AccessRule rule) {
    BearerAnswer answer = authenticator.authenticate(request, rule);
    assertThat(authenticator.authenticateAsync(request, rule).join()).isEqualTo(answer);
    return answer;
  }

  private static Challenged challenged(int status, String... challenges) {
    return new Challenged(status, List.of(challenges));
  }

  /** Of this operation, and not of all operations. */
  @Test
  void namesTheScopesOfTheRuleWhereTheTokenIsMissingOrInvalid() {
    AccessRule rule = AccessRule.allScopes("orders:read", "orders:write");
    String scope = "scope=\"orders:read orders:write\"";
    assertThat(answer(bearer, FieldsRequest.of(), rule))
        .isEqualTo(challenged(401, "Bearer realm=\"orders\", " + scope));
    assertThat(answer(bearer, FieldsRequest.of("Basic eDp5"), rule))
        .isEqualTo(challenged(401, "Bearer realm=\"orders\", " + scope));
    assertThat(answer(bearer, FieldsRequest.bearer(issuer.token().expired().compact()), rule))
        .isEqualTo(challenged(401, "Bearer realm=\"orders\", error=\"invalid_token\", " + scope));
    assertThat(answer(bearer, FieldsRequest.of("Bearer"), rule))
        .isEqualTo(challenged(400, "Bearer realm=\"orders\", error=\"invalid_request\""));
    assertThat(answer(bearer, FieldsRequest.of(), AccessRule.anyRole("clerk")))
        .isEqualTo(challenged(401, "Bearer realm=\"orders\""));
  }

  @Test
  void tellsOfTheMetadataInEachChallenge() {
    BearerAuthenticator telling =
        BearerAuthenticator.builder(validator)
            .resource(ProtectedResource.builder(URI.create("https://orders.example")).build())
            .build();
    AccessRule rule =
        AccessRule.scope("pay").and(AccessRule.authentication().within(Duration.ofMinutes(5)));
    String metadata =
        "Bearer realm=\"api\", resource_metadata="
            + "\"https://orders.example/.well-known/oauth-protected-resource\"";
    assertThat(answer(telling, FieldsRequest.of(), rule))
        .isEqualTo(challenged(401, metadata + ", scope=\"pay\""));
    assertThat(answer(telling, FieldsRequest.bearer("opaque"), rule))
        .isEqualTo(challenged(401, metadata + ", error=\"invalid_token\", scope=\"pay\""));
    assertThat(answer(telling, FieldsRequest.of("Bearer"), rule))
        .isEqualTo(challenged(400, metadata + ", error=\"invalid_request\""));
    assertThat(answer(telling, FieldsRequest.bearer(issuer.token().compact()), rule))
        .isEqualTo(
            challenged(
                401,
                metadata
                    + ", error=\"insufficient_user_authentication\", max_age=\"300\","
                    + " scope=\"pay\""));
    TokenBuilder recent = issuer.token().claim("auth_time", Instant.now());
    assertThat(answer(telling, FieldsRequest.bearer(recent.compact()), rule))
        .isEqualTo(challenged(403, metadata + ", error=\"insufficient_scope\", scope=\"pay\""));
    assertThat(answer(telling, FieldsRequest.bearer(recent.scope("pay").compact()), rule))
        .isInstanceOf(Authenticated.class);
  }

  @Test
  void tellsMonitorsThatTheUserHasToAuthenticate() {
    HttpMetricsMonitor monitor = new HttpMetricsMonitor();
    BearerAuthenticator watched = BearerAuthenticator.builder(validator).monitor(monitor).build();
    AccessRule gold = AccessRule.authentication().acr("gold");
    FieldsRequest request = FieldsRequest.bearer(issuer.token().compact());
    assertThat(watched.authenticate(request, gold)).isInstanceOf(Challenged.class);
    assertThat(monitor.snapshot().count(RequestOutcome.INSUFFICIENT_AUTHENTICATION)).isEqualTo(1);
    assertThat(watched.authenticate(request, gold.and(AccessRule.anyRole("clerk"))))
        .isInstanceOf(Challenged.class);
    assertThat(monitor.snapshot().count(RequestOutcome.INSUFFICIENT_PERMISSIONS)).isEqualTo(1);
  }

  /** A token with more passes, and a client without one is not told to ask for more. */
  @Test
  void namesTheNarrowestScopeWhereScopesImplyOthers() {
    BearerAuthenticator implying =
        BearerAuthenticator.builder(
                TokenValidator.builder()
                    .issuer(
                        issuer
                            .config()
                            .audience(TestIssuer.AUDIENCE)
                            .impliedScopes("admin", "write")
                            .impliedScopes("write", "read")
                            .build())
                    .build())
            .build();
    AccessRule read = AccessRule.scope("read");
    for (String enough : List.of("read", "write", "admin", "x admin")) {
      FieldsRequest request = FieldsRequest.bearer(issuer.token().scope(enough).compact());
      assertThat(answer(implying, request, read)).isInstanceOf(Authenticated.class);
    }
    assertThat(answer(implying, FieldsRequest.of(), read))
        .isEqualTo(challenged(401, "Bearer realm=\"api\", scope=\"read\""));
    FieldsRequest other = FieldsRequest.bearer(issuer.token().scope("x").compact());
    assertThat(answer(implying, other, read))
        .isEqualTo(
            challenged(403, "Bearer realm=\"api\", error=\"insufficient_scope\", scope=\"read\""));
    FieldsRequest reader = FieldsRequest.bearer(issuer.token().scope("read").compact());
    assertThat(answer(implying, reader, AccessRule.allScopes("read", "write")))
        .isEqualTo(
            challenged(
                403, "Bearer realm=\"api\", error=\"insufficient_scope\", scope=\"read write\""));
  }

  @Test
  void namesScopesAndAuthenticationInTheSchemeOfTheToken() {
    ProofScene scene = new ProofScene();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(scene.validator)
            .proofOfPossession(
                ProofOfPossession.builder()
                    .dpop(ProofScene.PUBLIC_BASE)
                    .algorithms(SignatureAlgorithm.ES256)
                    .clock(scene.clock)
                    .build())
            .build();
    AccessRule rule =
        AccessRule.scope("pay")
            .and(AccessRule.authentication().acr("gold", "silver").within(Duration.ofHours(1)));
    String dpop = "DPoP realm=\"api\", algs=\"ES256\"";
    String scope = ", scope=\"pay\"";
    String authenticate =
        ", error=\"insufficient_user_authentication\", acr_values=\"gold silver\","
            + " max_age=\"3600\""
            + scope;

    assertThat(bearer.authenticate(scene.attempt().authorization(), rule))
        .isEqualTo(new Challenged(401, List.of("Bearer realm=\"api\"" + scope, dpop + scope)));
    assertThat(bearer.authenticate(scene.attempt().authorization("DPoP a.b.c"), rule))
        .isEqualTo(
            new Challenged(
                401,
                List.of(
                    "Bearer realm=\"api\"" + scope, dpop + ", error=\"invalid_token\"" + scope)));
    assertThat(bearer.authenticate(scene.attempt().proofs(), rule))
        .isEqualTo(
            new Challenged(
                401,
                List.of(
                    "Bearer realm=\"api\"" + scope,
                    dpop + ", error=\"invalid_dpop_proof\"" + scope)));
    assertThat(bearer.authenticate(scene.attempt(), rule))
        .isEqualTo(
            new Challenged(401, List.of("Bearer realm=\"api\"" + scope, dpop + authenticate)));
    assertThat(
            bearer.authenticate(
                scene.attempt().proofs().authorization("Bearer " + scene.issuer.token().compact()),
                rule))
        .isEqualTo(
            new Challenged(401, List.of("Bearer realm=\"api\"" + authenticate, dpop + scope)));
    assertThat(
            bearer.authenticate(
                scene
                    .attempt()
                    .token(token ->
                        token
                            .boundTo(scene.client)
                            .claim("acr", "silver")
                            .claim("auth_time", Instant.now())),
                rule))
        .isEqualTo(
            new Challenged(
                403,
                List.of("Bearer realm=\"api\"", dpop + ", error=\"insufficient_scope\"" + scope)));
    assertThat(
            bearer.authenticate(
                scene
                    .attempt()
                    .token(token ->
                        token
                            .boundTo(scene.client)
                            .scope("pay")
                            .claim("acr", "silver")
                            .claim("auth_time", Instant.now())),
                rule))
        .isInstanceOf(Authenticated.class);
  }
}
