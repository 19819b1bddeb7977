// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.Answers.assertRejectedIdToken;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.Row;
import org.jwtvalidation.Scene;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/**
 * Attacks with a token of another kind, which the same issuer has signed with the same key, for the
 * same audience.
 */
class TypeAttackTest {

  private final Scene scene = new Scene();
  private final TokenValidator validator = scene.validator();
  private final TokenValidator strict =
      scene.validator(IssuerConfig.Builder::requireAccessTokenType);

  private static void assertTypeRefused(TokenValidator validator, String token) {
    assertRejected(validator, token, ValidationStep.HEADER_VALIDATION, Reason.TYPE_MISMATCH, "typ");
  }

  private static void assertMarkRefused(TokenValidator validator, String token, String mark) {
    assertRejected(validator, token, ValidationStep.CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, mark);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dpop+jwt",
        "logout+jwt",
        "secevent+jwt",
        "id_token+jwt",
        "rt+jwt",
        "token-introspection+jwt",
        "oauth-authz-req+jwt",
        "vc+sd-jwt",
        "kb+jwt",
        "entity-statement+jwt",
        "application/dpop+jwt",
        "DPoP+JWT",
        "at+jwt+dpop",
        "text/at+jwt",
        "application/application/at+jwt",
        " at+jwt",
        "at+jwt ",
        "at+jwt;v=1",
        "at jwt",
        "JWS",
        "JOSE",
        ""
      })
  @Row("75")
  @DisplayName("token whose typ is that of another kind")
  void rejectsTokenOfAnotherType(String type) {
    assertTypeRefused(validator, scene.token().header("typ", type).compact());
    assertTypeRefused(strict, scene.token().header("typ", type).compact());

    assertAccepted(validator, scene.token().header("typ", "at+jwt").compact());
    assertAccepted(strict, scene.token().header("typ", "at+jwt").compact());
  }

  @Test
  @Row("75")
  @DisplayName("typ of another JSON type")
  void rejectsTypeThatIsNoString() {
    for (Object type : Arrays.asList(7, true, null, List.of("at+jwt"), Map.of("at+jwt", 1))) {
      assertTypeRefused(validator, scene.token().header("typ", type).compact());
    }

    assertAccepted(validator, scene.token().withoutHeader("typ").compact());
  }

  @Test
  @Row("75")
  @DisplayName("ID token as an access token")
  void rejectsIdTokenAsAccessToken() {
    String idToken =
        scene
            .token()
            .idToken(Scene.AUDIENCE, "n-1")
            .claim("at_hash", "77QmUPtjPfzWtF2AnpK9RQ")
            .compact();
    String hybrid =
        scene
            .token()
            .idToken(Scene.AUDIENCE, "n-1")
            .claim("c_hash", "77QmUPtjPfzWtF2AnpK9RQ")
            .compact();
    String financial =
        scene
            .token()
            .idToken(Scene.AUDIENCE, "n-1")
            .claim("s_hash", "77QmUPtjPfzWtF2AnpK9RQ")
            .compact();
    String keycloak = scene.token().idToken(Scene.AUDIENCE, "n-1").claim("typ", "ID").compact();
    IdTokenExpectation expected = IdTokenExpectation.of(Scene.AUDIENCE, "n-1");

    assertMarkRefused(validator, idToken, "at_hash");
    assertMarkRefused(validator, hybrid, "c_hash");
    assertMarkRefused(validator, financial, "s_hash");
    assertMarkRefused(validator, keycloak, "typ");
    for (String token : List.of(idToken, hybrid, financial, keycloak)) {
      assertTypeRefused(strict, token);
      // It is a valid ID token: only its kind was wrong.
      assertAcceptedIdToken(validator, token, expected);
    }
    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("75")
  @DisplayName("ID token without a mark, where only typ tells")
  void rejectsAnyIdTokenWhereTypeIsRequired() {
    String unmarked =
        scene.token().idToken(Scene.AUDIENCE, null).withoutClaim("auth_time").compact();

    assertTypeRefused(strict, unmarked);
    assertTypeRefused(strict, scene.token().withoutHeader("typ").compact());

    assertAcceptedIdToken(strict, unmarked, IdTokenExpectation.withoutNonce(Scene.AUDIENCE));
    assertAccepted(strict, scene.token().compact());
  }

  /** A token without any mark of an access token: no typ, no client, no scope. */
  private TokenBuilder plain() {
    return scene.token().withoutHeader("typ").withoutClaim("client_id");
  }

  @Test
  @Row("104")
  @DisplayName("ID token without a hash, whose client is the audience of the API")
  void rejectsIdTokenOfAClientThatIsTheAudience() {
    String idToken = scene.token().idToken(Scene.AUDIENCE, "n-1").compact();

    assertMarkRefused(validator, idToken, "nonce");
    assertMarkRefused(validator, plain().claim("nonce", "n-1").compact(), "nonce");
    assertMarkRefused(validator, plain().claim("nonce", null).compact(), "nonce");
    assertMarkRefused(
        validator, plain().claim("auth_time", Scene.NOW.getEpochSecond()).compact(), "auth_time");
    for (Object use : Arrays.asList("id", "Access", "", null, 7, List.of("access"))) {
      // No mark of an access token outweighs the token's own word.
      assertMarkRefused(
          validator, scene.token().scope("read").claim("token_use", use).compact(), "token_use");
    }

    // It is a valid ID token: only its kind was wrong.
    assertAcceptedIdToken(validator, idToken, IdTokenExpectation.of(Scene.AUDIENCE, "n-1"));
    assertAccepted(validator, plain().compact());
    assertAccepted(scene.validator(IssuerConfig.Builder::accessTokenMarkOptional), idToken);
  }

  @Test
  @Row("104")
  @DisplayName("access token that says when its user signed in, which is fine")
  void acceptsClaimsOfIdTokensBesideAMarkOfAnAccessToken() {
    for (TokenBuilder marked :
        List.of(
            plain().header("typ", "at+jwt"),
            plain().header("typ", "application/AT+JWT"),
            plain().claim("client_id", "shop"),
            plain().scope("read"),
            plain().claim("scp", List.of("read")),
            plain().claim("typ", "Bearer"),
            plain().claim("token_use", "access"))) {
      assertAccepted(
          validator,
          marked.claim("auth_time", Scene.NOW.getEpochSecond()).claim("nonce", "n-1").compact());
    }
    assertMarkRefused(
        validator,
        plain().header("typ", "JWT").claim("azp", "shop").claim("nonce", "n-1").compact(),
        "nonce");
  }

  @Test
  @Row("104")
  @DisplayName("token that says that it is an access token, as an ID token")
  void rejectsTokenForAnotherUseAsIdToken() {
    IdTokenExpectation expected = IdTokenExpectation.withoutNonce(Scene.AUDIENCE);
    TokenBuilder token = scene.token().idToken(Scene.AUDIENCE, null);

    assertAcceptedIdToken(validator, token.claim("token_use", "id").compact(), expected);
    assertRejectedIdToken(
        validator,
        token.claim("token_use", "access").compact(),
        expected,
        ValidationStep.CLAIMS_VALIDATION,
        Reason.TYPE_MISMATCH,
        "token_use");
  }

  @Test
  @Row("75")
  @DisplayName("access token as an ID token")
  void rejectsAccessTokenAsIdToken() {
    IdTokenExpectation expected = IdTokenExpectation.withoutNonce(Scene.AUDIENCE);

    assertRejectedIdToken(
        validator,
        scene.token().compact(),
        expected,
        ValidationStep.HEADER_VALIDATION,
        Reason.TYPE_MISMATCH,
        "typ");
    assertRejectedIdToken(
        validator,
        scene.token().header("typ", "JWT").claim("typ", "Bearer").compact(),
        expected,
        ValidationStep.CLAIMS_VALIDATION,
        Reason.TYPE_MISMATCH,
        "typ");

    assertAcceptedIdToken(
        validator, scene.token().idToken(Scene.AUDIENCE, null).compact(), expected);
  }

  @Test
  @Row("75")
  @DisplayName("access token in the cache as an ID token, and the other way round")
  void doesNotServeOneKindFromTheCacheOfAnother() {
    String token = scene.token().compact();
    assertAccepted(validator, token);
    assertRejectedIdToken(
        validator,
        token,
        IdTokenExpectation.withoutNonce(Scene.AUDIENCE),
        ValidationStep.HEADER_VALIDATION,
        Reason.TYPE_MISMATCH,
        "typ");

    String idToken = scene.token().idToken(Scene.AUDIENCE, null).claim("typ", "ID").compact();
    assertAcceptedIdToken(validator, idToken, IdTokenExpectation.withoutNonce(Scene.AUDIENCE));
    assertMarkRefused(validator, idToken, "typ");
  }

  @Test
  @Row("75")
  @DisplayName("logout token and security event as an access token")
  void rejectsSecurityEventsAsAccessToken() {
    Map<String, Object> logout =
        Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of());
    String token = scene.token().header("typ", "JWT").claim("events", logout).compact();

    assertMarkRefused(validator, token, "events");
    assertMarkRefused(validator, scene.token().claim("events", null).compact(), "events");
    assertMarkRefused(validator, scene.token().claim("typ", "Logout").compact(), "typ");
    assertRejectedIdToken(
        validator,
        scene.token().idToken("client", null).claim("events", logout).compact(),
        IdTokenExpectation.withoutNonce("client"),
        ValidationStep.CLAIMS_VALIDATION,
        Reason.TYPE_MISMATCH,
        "events");

    assertAccepted(validator, scene.token().header("typ", "JWT").compact());
  }

  @Test
  @Row("75")
  @DisplayName("refresh token of Keycloak as an access token")
  void rejectsOtherKindsOfKeycloak() {
    for (Object type :
        Arrays.asList(
            "Refresh", "Offline", "ID", "bearer", "DPoP", "", null, 7, List.of("Bearer"))) {
      assertMarkRefused(validator, scene.token().claim("typ", type).compact(), "typ");
    }

    assertAccepted(validator, scene.token().claim("typ", "Bearer").compact());
  }

  @Test
  @Row("75")
  @DisplayName("DPoP proof as an access token")
  void rejectsDpopProofAsAccessToken() {
    String proof =
        scene
            .token()
            .header("typ", "dpop+jwt")
            .header("jwk", Map.of("kty", "EC"))
            .claim("htm", "GET")
            .claim("htu", "https://api.example/orders")
            .compact();

    assertRejected(validator, proof, ValidationStep.HEADER_VALIDATION, Reason.EMBEDDED_KEY, "jwk");
    assertTypeRefused(
        validator, scene.token().header("typ", "dpop+jwt").claim("htm", "GET").compact());

    assertAccepted(validator, scene.token().claim("htm", "GET").compact());
  }

  @Test
  @Row("76")
  @DisplayName("sender-constrained token as a bearer token")
  void rejectsSenderConstrainedToken() {
    Map<String, Object> thumbprint = Map.of("jkt", "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
    for (Object confirmation :
        Arrays.asList(thumbprint, Map.of("x5t#S256", "AAAA"), Map.of(), null, "jkt", List.of())) {
      assertRejected(
          validator,
          scene.token().claim("cnf", confirmation).compact(),
          ValidationStep.CLAIMS_VALIDATION,
          Reason.SENDER_CONSTRAINED,
          "cnf");
    }

    // An application that checks the binding itself finds what to check.
    TokenValidator elsewhere =
        scene.validator(IssuerConfig.Builder::senderConstraintCheckedElsewhere);
    AccessToken bound = assertAccepted(elsewhere, scene.token().claim("cnf", thumbprint).compact());
    assertThat(bound.claims().object("cnf").asMap()).isEqualTo(thumbprint);
    assertAccepted(validator, scene.token().compact());
  }

  @Test
  @Row("76")
  @DisplayName("sender-constrained token of Keycloak, whose claim typ says so")
  void takesDpopTokensOfKeycloakOnlyWhereTheirProofIsChecked() {
    TokenValidator provingElsewhere =
        scene.builder(scene.config().senderConstraintCheckedElsewhere().build()).build();
    String token =
        scene.token().claim("typ", "DPoP").claim("cnf", Map.of("jkt", "thumbprint")).compact();

    assertMarkRefused(validator, token, "typ");
    assertAccepted(provingElsewhere, token);
    assertMarkRefused(provingElsewhere, scene.token().claim("typ", "Refresh").compact(), "typ");
  }
}
