// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.IssuedTokens.changed;
import static org.jwtvalidation.IssuedTokens.token;
import static org.jwtvalidation.IssuedTokens.trusting;
import static org.jwtvalidation.token.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.token.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_EXTRACTION;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.ProviderSnippets;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.ValidationStep;

/** Tokens of issuers without a preset, with the configuration that the page about them shows. */
class ProviderShapesTest {

  private static final String AT_JWT =
      """
      {"alg":"RS256","kid":"k-1","typ":"at+jwt"}\
      """;

  @ParameterizedTest
  @MethodSource("examples")
  void showsExamplesThatCanBeBuilt(IssuerConfig.Builder example) {
    assertThat(example.build().issuer()).startsWith("https://");
  }

  static Stream<IssuerConfig.Builder> examples() {
    return Stream.of(
        ProviderSnippets.keycloak(),
        ProviderSnippets.auth0(),
        ProviderSnippets.okta(),
        ProviderSnippets.entra(),
        ProviderSnippets.cognito(),
        ProviderSnippets.google(),
        ProviderSnippets.firebase(),
        ProviderSnippets.gitHubActions(),
        ProviderSnippets.gitlab(),
        ProviderSnippets.kubernetes(),
        ProviderSnippets.apple(),
        ProviderSnippets.uaa());
  }

  @Test
  void acceptsApplesIdTokens() {
    TokenValidator validator = trusting(ProviderSnippets.apple());
    String idToken =
        token(
            """
            {"iss":"https://appleid.apple.com","aud":"com.shop.app","exp":1772369700,
            "iat":1772366100,"sub":"000169.c23f7674bce64ad28e70a1b849c69f88.1224","nonce":"n-1",
            "c_hash":"DjChQbemSCa_SmDp730v-w","email":"jo@privaterelay.appleid.com",
            "email_verified":"true","is_private_email":"true","auth_time":1772366099,
            "nonce_supported":true}\
            """);

    assertAcceptedIdToken(validator, idToken, IdTokenExpectation.of("com.shop.app", "n-1"));
    assertRejected(validator, idToken, CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "c_hash");
  }

  @Test
  void tellsAuthentiksAccessTokensFromItsIdTokensByTheClient() {
    String access =
        """
        {"iss":"https://authentik.example/application/o/shop/","sub":"3f9a0c","aud":"Wm4rT9XcLq",
        "exp":1772369700,"iat":1772366100,"auth_time":1772366099,
        "acr":"goauthentik.io/providers/oauth2/default","amr":["pwd"],"nonce":"n-1","sid":"8c2f",
        "email":"jo@shop.example","groups":["clerks"],"azp":"Wm4rT9XcLq","uid":"kSYcRzVb"}\
        """;
    TokenValidator validator = trusting(ProviderSnippets.authentik());

    AccessToken token = assertAccepted(validator, token(access));
    assertThat(token.clientId()).isEqualTo("Wm4rT9XcLq");
    assertThat(token.groups()).containsExactly("clerks");
    assertRejected(
        validator,
        token(changed(access, ",\"azp\":\"Wm4rT9XcLq\",\"uid\":\"kSYcRzVb\"", "")),
        CLAIMS_VALIDATION,
        Reason.CLAIM_MISSING,
        "azp");
  }

  @Test
  void readsScopesOfDuendeInAnArrayAndMachinesWithoutSubject() {
    TokenValidator validator = trusting(ProviderSnippets.duende());
    String user =
        """
        {"iss":"https://identity.example","nbf":1772366100,"iat":1772366100,"exp":1772369700,
        "aud":"orders-api","scope":["openid","orders.read"],"amr":["pwd"],"client_id":"web",
        "sub":"818727","auth_time":1772366099,"idp":"local","sid":"9D3A","jti":"2B0F"}\
        """;
    String machine =
        """
        {"iss":"https://identity.example","nbf":1772366100,"iat":1772366100,"exp":1772369700,
        "aud":["orders-api","payments-api"],"scope":["orders.import"],"client_id":"importer",
        "jti":"2B10"}\
        """;

    assertThat(assertAccepted(validator, token(AT_JWT, user)).scopes())
        .containsExactly("openid", "orders.read");
    AccessToken imported = assertAccepted(validator, token(AT_JWT, machine));
    assertThat(imported.subject()).isNull();
    assertThat(imported.clientId()).isEqualTo("importer");
    assertRejected(validator, token(user), HEADER_VALIDATION, Reason.TYPE_MISMATCH, "typ");
  }

  @Test
  void readsScopesOfHydraInEachOfItsForms() {
    String list =
        """
        {"aud":["orders-api"],"client_id":"web","exp":1772369700,"ext":{"tenant":"north"},
        "iat":1772366100,"iss":"https://hydra.example/","jti":"0b2e","nbf":1772366100,
        "scp":["openid","orders:read"],"sub":"jo"}\
        """;
    String array = "\"scp\":[\"openid\",\"orders:read\"]";
    String text = "\"scope\":\"openid orders:read\"";
    TokenValidator validator = trusting(ProviderSnippets.hydra());

    for (String claims :
        new String[] {list, changed(list, array, text), changed(list, array, array + "," + text)}) {
      AccessToken token = assertAccepted(validator, token(claims));
      assertThat(token.scopes()).containsExactly("openid", "orders:read");
      assertThat(token.claims().object("ext").string("tenant")).isEqualTo("north");
    }
    assertRejected(
        validator,
        token(changed(list, "hydra.example/", "hydra.example")),
        ValidationStep.ISSUER_CONFIG_RESOLUTION,
        Reason.ISSUER_UNKNOWN,
        "iss");
  }

  @Test
  void acceptsPingOneWithAndWithoutTypeAndUser() {
    String machine =
        """
        {"client_id":"adeeb901-7b64-453d-92bc-059bcbcc5958",
        "iss":"https://auth.pingone.eu/4631af52-7ec7-48cf-848f-48cf8ca8e1ab/as",
        "jti":"722238d2-4748-4681-889d-7fe7a321b037","iat":1772366100,"exp":1772369700,
        "aud":["orders-api"],"scope":"orders:import","env":"4631af52-7ec7-48cf-848f-48cf8ca8e1ab",
        "org":"84c4c0c0-0ca2-43b4-a62c-d830882855bc","p1.rid":"722238d2"}\
        """;
    String user =
        changed(
            machine,
            "\"env\"",
            "\"sub\":\"f4dd707d\",\"sid\":\"01d8\",\"auth_time\":1772366099,\"acr\":\"Login\",\"env\"");
    TokenValidator validator = trusting(ProviderSnippets.ping());

    for (String header :
        new String[] {AT_JWT, "{\"alg\":\"RS256\",\"kid\":\"k-1\",\"x5t\":\"k\"}"}) {
      assertThat(assertAccepted(validator, token(header, machine)).subject()).isNull();
      assertThat(assertAccepted(validator, token(header, user)).subject()).isEqualTo("f4dd707d");
    }
  }

  @Test
  void acceptsPingFederateWithItsOwnHeader() {
    AccessToken token =
        assertAccepted(
            trusting(IssuerConfig.builder("https://pf.example").audience("orders-api")),
            token(
                """
                {"alg":"RS256","kid":"k-1","pi.atm":"8dzf","typ":"at+jwt"}\
                """,
                """
                {"scope":"orders:read","authorization_details":[],"client_id":"web",
                "iss":"https://pf.example","iat":1772366100,"sub":"jo","aud":"orders-api",
                "exp":1772369700}\
                """));

    assertThat(token.hasScope("orders:read")).isTrue();
  }

  @Test
  void readsScopesOfSpringInAnArrayAndTheClientAsAudience() {
    String access =
        """
        {"sub":"jo","aud":"shop-web","nbf":1772366100,"scope":["openid","orders.read"],
        "iss":"https://auth.example","exp":1772369700,"iat":1772366100,"jti":"c1a7"}\
        """;
    String id =
        """
        {"sub":"jo","aud":"shop-web","azp":"shop-web","auth_time":1772366099,
        "iss":"https://auth.example","exp":1772369700,"iat":1772366100,"jti":"c1a8","sid":"Vx0"}\
        """;
    String header = "{\"kid\":\"k-1\",\"alg\":\"RS256\"}";
    TokenValidator validator = trusting(ProviderSnippets.springAuthorizationServer());

    assertThat(assertAccepted(validator, token(header, access)).scopes())
        .containsExactly("openid", "orders.read");
    assertRejected(
        validator, token(header, id), CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "auth_time");
    assertRejected(
        validator,
        token(header, changed(access, "shop-web", "partner")),
        CLAIMS_VALIDATION,
        Reason.AUDIENCE_MISMATCH,
        "aud");
  }

  @Test
  void ignoresWhereTokensOfUaaSayTheirKeysAre() {
    String claims =
        """
        {"jti":"2dfbc881248e4ef39c5a95f8f75e97d3","sub":"c8e9b7e8-ab2f-461e-94a0-fa2d76c0d74f",
        "scope":["openid","orders.read"],"client_id":"portal","cid":"portal","azp":"portal",
        "grant_type":"password","user_id":"c8e9b7e8-ab2f-461e-94a0-fa2d76c0d74f","origin":"uaa",
        "user_name":"jo","email":"jo@shop.example","auth_time":1772366099,"rev_sig":"416147db",
        "iat":1772366100,"exp":1772369700,"iss":"https://uaa.cf.example/oauth/token","zid":"uaa",
        "aud":["portal","openid","orders"]}\
        """;
    String header =
        """
        {"alg":"RS256","jku":"https://uaa.cf.example/token_keys","kid":"k-1","typ":"JWT"}\
        """;

    AccessToken token = assertAccepted(trusting(ProviderSnippets.uaa()), token(header, claims));
    assertThat(token.scopes()).containsExactly("openid", "orders.read");
    assertThat(token.clientId()).isEqualTo("portal");
    assertRejected(
        trusting(IssuerConfig.builder("https://uaa.cf.example/oauth/token").audience("orders")),
        token(header, claims),
        HEADER_VALIDATION,
        Reason.EMBEDDED_KEY,
        "jku");
  }

  @Test
  void acceptsXsuaaAndItsTokensBoundToACertificateOnlyIfThatIsChecked() {
    String claims =
        """
        {"jti":"8a2f","ext_attr":{"enhancer":"XSUAA","subaccountid":"17d4","zdn":"shop"},
        "xs.system.attributes":{"xs.rolecollections":["Clerk"]},"sub":"6a1e","scope":
        ["openid","orders!t123.Display"],"client_id":"sb-orders!t123","cid":"sb-orders!t123",
        "azp":"sb-orders!t123","grant_type":"authorization_code","user_id":"6a1e",
        "origin":"sap.default","user_name":"jo@shop.example","auth_time":1772366099,"rev_sig":"4f",
        "iat":1772366100,"exp":1772369700,
        "iss":"https://shop.authentication.eu10.hana.ondemand.com/oauth/token","zid":"17d4",
        "aud":["orders!t123","openid","sb-orders!t123"]}\
        """;
    String header =
        """
        {"alg":"RS256","jku":"https://shop.authentication.eu10.hana.ondemand.com/token_keys",
        "kid":"k-1","typ":"JWT"}\
        """;
    TokenValidator validator =
        trusting(
            IssuerConfig.builder("https://shop.authentication.eu10.hana.ondemand.com/oauth/token")
                .audience("orders!t123")
                .ignoredHeaderParameters("jku"));

    assertThat(assertAccepted(validator, token(header, claims)).hasScope("orders!t123.Display"))
        .isTrue();
    assertRejected(
        validator,
        token(header, changed(claims, "\"zid\"", "\"cnf\":{\"x5t#S256\":\"dGg\"},\"zid\"")),
        CLAIMS_VALIDATION,
        Reason.SENDER_CONSTRAINED,
        "cnf");
  }

  @Test
  void findsRolesOfZitadelInTheNamesOfAnObject() {
    String claims =
        """
        {"iss":"https://shop.zitadel.cloud","sub":"163840776835432705",
        "aud":["170086824411201793@shop","170086774599581953"],"exp":1772369700,"iat":1772366100,
        "nbf":1772366100,"client_id":"170086824411201793@shop","jti":"170086",
        "urn:zitadel:iam:org:project:roles":{"clerk":{"170086305823678721":"shop.zitadel.cloud"},
        "approver":{"170086305823678721":"shop.zitadel.cloud"}}}\
        """;
    TokenValidator validator = trusting(ProviderSnippets.zitadel());

    assertThat(assertAccepted(validator, token(claims)).roles())
        .containsExactly("clerk", "approver");
    assertThat(
            assertAccepted(
                    validator, token(changed(claims, "urn:zitadel:iam:org:project:roles", "other")))
                .roles())
        .isEmpty();
    assertRejected(
        validator,
        token(
            claims.substring(0, claims.indexOf("\"urn:"))
                + "\"urn:zitadel:iam:org:project:roles\":[\"clerk\"]}"),
        CUSTOM_CHECKS,
        Reason.CLAIM_CHECK_FAILED,
        "roles");
    assertThatNullPointerException().isThrownBy(() -> RoleMapper.memberNames(null));
  }

  @Test
  void acceptsOthersWithIssuerAndAudienceAlone() {
    AccessToken forgeRock =
        assertAccepted(
            trusting(
                IssuerConfig.builder("https://am.example:443/am/oauth2/alpha").audience("web")),
            token(
                """
                {"sub":"445957f9","cts":"OAUTH2_STATELESS_GRANT","auth_level":3,"subname":"445957f9",
                "auditTrackingId":"c9611769","iss":"https://am.example:443/am/oauth2/alpha",
                "tokenName":"access_token","token_type":"Bearer","authGrantId":"fpO7","client_id":"web",
                "aud":"web","nbf":1772366100,"grant_type":"authorization_code",
                "scope":["openid","orders:read"],"auth_time":1772366099,"realm":"/alpha",
                "exp":1772369700,"iat":1772366100,"expires_in":3600,"jti":"Ygd5"}\
                """));
    assertThat(forgeRock.scopes()).containsExactly("openid", "orders:read");

    AccessToken wso2 =
        assertAccepted(
            trusting(IssuerConfig.builder("https://wso2.example/oauth2/token").audience("web")),
            token(
                """
                {"x5t":"MDJl","kid":"k-1","typ":"at+jwt","alg":"RS256"}\
                """,
                """
                {"sub":"jo","aut":"APPLICATION_USER","iss":"https://wso2.example/oauth2/token",
                "client_id":"web","aud":"web","nbf":1772366100,"azp":"web","scope":"orders:read",
                "exp":1772369700,"iat":1772366100,"jti":"d876"}\
                """));
    assertThat(wso2.clientId()).isEqualTo("web");

    AccessToken curity =
        assertAccepted(
            trusting(
                IssuerConfig.builder("https://curity.example/oauth/v2/oauth-anonymous")
                    .audience("orders-api")),
            token(
                """
                {"jti":"3ed0","delegationId":"9dd1","exp":1772369700,"nbf":1772366100,
                "scope":"openid orders","iss":"https://curity.example/oauth/v2/oauth-anonymous",
                "sub":"jo","aud":"orders-api","iat":1772366100,"purpose":"access_token"}\
                """));
    assertThat(curity.hasScope("orders")).isTrue();
  }

  @Test
  void takesTokensOfDexForWhatTheyAre() {
    TokenValidator validator =
        trusting(IssuerConfig.builder("https://dex.example").audience("shop-web"));
    String access =
        token(
            """
            {"iss":"https://dex.example","sub":"Cg0wLTM4NS0yODA4OS0wEgRtb2Nr","aud":"shop-web",
            "exp":1772369700,"iat":1772366100,"at_hash":"PvP3dZDUMwBUAmNKbZmmOA",
            "email":"jo@shop.example","email_verified":true,"groups":["clerks"]}\
            """);

    assertRejected(validator, access, CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, "at_hash");
    assertAcceptedIdToken(validator, access, IdTokenExpectation.withoutNonce("shop-web"));
  }

  @Test
  void refusesSpiffeBecauseItsTokensNameNoIssuerAndItsKeysAnotherUse() {
    assertRejected(
        trusting(IssuerConfig.builder("https://spire.example").audience("orders-api")),
        token(
            """
            {"aud":["orders-api"],"exp":1772369700,"iat":1772366100,
            "sub":"spiffe://shop.example/ns/shop/sa/web"}\
            """),
        ISSUER_EXTRACTION,
        Reason.ISSUER_MISSING,
        "iss");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            JwkSet.parse(
                """
                {"keys":[{"kty":"EC","use":"jwt-svid","kid":"C6vs","crv":"P-256",
                "x":"ngLYQnlfF6GsojUwqtcEE3WgTNG2RUlsGhK73RNEl5k",
                "y":"tKbiDSUSsQ3F1P7wteeHNXIcU-cx6CgSbroeQrQHTLM"}],
                "spiffe_sequence":12035488,"spiffe_refresh_hint":2419200}\
                """));
  }
}
