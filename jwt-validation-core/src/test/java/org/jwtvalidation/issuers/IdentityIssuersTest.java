// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.Answers.assertAccepted;
import static org.jwtvalidation.Answers.assertAcceptedIdToken;
import static org.jwtvalidation.Answers.assertRejected;
import static org.jwtvalidation.Answers.assertRejectedIdToken;
import static org.jwtvalidation.IssuedTokens.assertOtherAudience;
import static org.jwtvalidation.IssuedTokens.changed;
import static org.jwtvalidation.IssuedTokens.token;
import static org.jwtvalidation.IssuedTokens.trusting;
import static org.jwtvalidation.IssuedTokens.trustingKeyWithoutAlgorithm;
import static org.jwtvalidation.token.ValidationStep.CLAIMS_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.CUSTOM_CHECKS;
import static org.jwtvalidation.token.ValidationStep.HEADER_VALIDATION;
import static org.jwtvalidation.token.ValidationStep.ISSUER_CONFIG_RESOLUTION;
import static org.jwtvalidation.token.ValidationStep.TOKEN_PARSING;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RawToken;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.IdToken;
import org.jwtvalidation.token.IdTokenExpectation;
import org.jwtvalidation.token.Reason;

/** The presets for identity providers, with tokens of their shapes. */
class IdentityIssuersTest {

  private static void assertMismatch(TokenValidator validator, String claims, String mark) {
    assertRejected(validator, token(claims), CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, mark);
  }

  private static void assertMissing(TokenValidator validator, String claims, String claim) {
    assertRejected(validator, token(claims), CLAIMS_VALIDATION, Reason.CLAIM_MISSING, claim);
  }

  @Nested
  class Keycloak {

    private static final String ACCESS =
        """
        {"exp":1772369700,"iat":1772366100,"auth_time":1772366099,
        "jti":"onrtac:2c9d1f0e-7a51-4d2f-9a39-d1a55b5f4c55","iss":"https://sso.example/realms/shop",
        "aud":["orders-api","account"],"sub":"8f0a3c2e-67d1-4c39-b2a4-0a9b5d1e7f63","typ":"Bearer",
        "azp":"shop-web","sid":"e0c6c5c1-4f60-4d55-8c8b-3e6a3a6b3f6c","acr":"1",
        "allowed-origins":["https://shop.example"],
        "realm_access":{"roles":["offline_access","clerk"]},
        "resource_access":{"orders-api":{"roles":["approver"]},"account":{"roles":["manage-account"]}},
        "scope":"openid email profile orders:read","email_verified":true,"name":"Jo Doe",
        "preferred_username":"jo","given_name":"Jo","family_name":"Doe","email":"jo@shop.example"}\
        """;

    private static final String ID =
        """
        {"exp":1772369700,"iat":1772366100,"auth_time":1772366099,
        "jti":"2c9d1f0e-7a51-4d2f-9a39-d1a55b5f4c56","iss":"https://sso.example/realms/shop",
        "aud":"orders-api","sub":"8f0a3c2e-67d1-4c39-b2a4-0a9b5d1e7f63","typ":"ID",
        "azp":"orders-api","nonce":"n-1","sid":"e0c6c5c1-4f60-4d55-8c8b-3e6a3a6b3f6c",
        "at_hash":"2XkcDnSlqUfX9jOGfFW1Qw","acr":"1","preferred_username":"jo"}\
        """;

    private final TokenValidator validator =
        trusting(Issuers.keycloak("https://sso.example", "shop").audience("orders-api"));

    @Test
    void acceptsAccessTokens() {
      AccessToken token = assertAccepted(validator, token(ACCESS));

      assertThat(token.clientId()).isEqualTo("shop-web");
      assertThat(token.scopes()).containsExactly("openid", "email", "profile", "orders:read");
      assertThat(token.roles()).containsExactly("offline_access", "clerk");
    }

    @Test
    void acceptsAccessTokensOfOlderServersWithNonce() {
      assertAccepted(
          validator,
          token(
              changed(ACCESS, "\"acr\"", "\"nonce\":\"n-1\",\"session_state\":\"e0c6\",\"acr\"")));
    }

    @Test
    void acceptsTheTypeOfAccessTokens() {
      assertAccepted(
          validator,
          token(
              """
              {"alg":"RS256","typ":"at+jwt","kid":"k-1"}\
              """,
              ACCESS));
    }

    @Test
    void findsRolesOfTheClientIfAsked() {
      TokenValidator both =
          trusting(
              Issuers.keycloak("https://sso.example", "shop")
                  .audience("orders-api")
                  .roles(RoleMapper.keycloakRealm().and(RoleMapper.keycloakClient("orders-api"))));

      assertThat(assertAccepted(both, token(ACCESS)).roles())
          .containsExactly("offline_access", "clerk", "approver");
    }

    @Test
    void refusesOtherKindsAndOtherServices() {
      assertMismatch(validator, ID, "at_hash");
      assertMismatch(validator, changed(ID, "\"at_hash\":\"2XkcDnSlqUfX9jOGfFW1Qw\",", ""), "typ");
      assertMismatch(validator, changed(ACCESS, "\"Bearer\"", "\"Logout\""), "typ");
      assertOtherAudience(
          validator,
          changed(ACCESS, "\"aud\":[\"orders-api\",\"account\"]", "\"aud\":\"account\""));
      assertRejected(
          validator,
          token(changed(ACCESS, "/realms/shop", "/realms/master")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
      assertRejected(
          validator,
          token(changed(ACCESS, "{\"roles\":[\"offline_access\",\"clerk\"]}", "[\"clerk\"]")),
          CUSTOM_CHECKS,
          Reason.CLAIM_CHECK_FAILED,
          "roles");
    }

    @Test
    void refusesLightweightTokensWithoutAudience() {
      assertMissing(
          validator,
          """
          {"exp":1772369700,"iat":1772366100,"jti":"onrtac:2c9d","typ":"Bearer","azp":"shop-web",
          "iss":"https://sso.example/realms/shop","sid":"e0c6c5c1","scope":"openid email profile"}\
          """,
          "aud");
    }

    @Test
    void acceptsIdTokensOfAClient() {
      IdToken user =
          assertAcceptedIdToken(validator, token(ID), IdTokenExpectation.of("orders-api", "n-1"));

      assertThat(user.claims().string("preferred_username")).isEqualTo("jo");
    }
  }

  @Nested
  class Auth0 {

    private static final String ACCESS =
        """
        {"iss":"https://shop.eu.auth0.com/","sub":"auth0|6553da60a54af58e29493993",
        "aud":["https://orders.example","https://shop.eu.auth0.com/userinfo"],"iat":1772366100,
        "exp":1772369700,"scope":"openid profile read:orders","azp":"K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja",
        "permissions":["read:orders","approve:orders"]}\
        """;

    private static final String MACHINE =
        """
        {"iss":"https://shop.eu.auth0.com/","sub":"awZfdIir8YFdGZWkvCejDoUb7SjTDicx@clients",
        "aud":"https://orders.example","iat":1772366100,"exp":1772369700,"scope":"read:orders",
        "jti":"73WakrfVbNJBaAmhQtEeDv","client_id":"awZfdIir8YFdGZWkvCejDoUb7SjTDicx"}\
        """;

    private static final String ID =
        """
        {"nickname":"jo","name":"Jo Doe","email":"jo@shop.example","email_verified":true,
        "iss":"https://shop.eu.auth0.com/","aud":"K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja",
        "sub":"auth0|6553da60a54af58e29493993","iat":1772366100,"exp":1772402100,
        "sid":"xTRqHs1rLx3VyLMXPtYcMCmiYH1U5Rml","nonce":"n-1"}\
        """;

    private final TokenValidator validator =
        trusting(Issuers.auth0("shop.eu.auth0.com").audience("https://orders.example"));

    @Test
    void acceptsAccessTokensOfBothProfiles() {
      AccessToken user = assertAccepted(validator, token(ACCESS));
      assertThat(user.clientId()).isEqualTo("K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja");
      assertThat(user.hasScope("read:orders")).isTrue();
      assertThat(user.roles()).containsExactly("read:orders", "approve:orders");

      AccessToken machine =
          assertAccepted(
              validator,
              token(
                  """
                  {"alg":"RS256","typ":"at+jwt","kid":"k-1"}\
                  """,
                  MACHINE));
      assertThat(machine.clientId()).isEqualTo("awZfdIir8YFdGZWkvCejDoUb7SjTDicx");
      assertThat(machine.roles()).isEmpty();
    }

    @Test
    void refusesOtherKindsAndOtherServices() {
      assertOtherAudience(validator, ID);
      assertMismatch(
          validator,
          changed(ID, "\"K1AUPhZq8mRi0Q0pjhkfu1D7y6KjDQja\"", "\"https://orders.example\""),
          "nonce");
      assertOtherAudience(
          validator, changed(ACCESS, "https://orders.example", "https://payments.example"));
      assertRejected(
          validator,
          token(changed(MACHINE, ".auth0.com/", ".auth0.com")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }

    @Test
    void refusesTheEncryptedTokenOfAClientThatNamedNoApi() {
      String header =
          RawToken.base64url(
              """
              {"alg":"dir","enc":"A256GCM","iss":"https://shop.eu.auth0.com/"}\
              """);

      assertRejected(
          validator, header + "..dGl2.Y2lwaGVy.dGFn", TOKEN_PARSING, Reason.ENCRYPTED_TOKEN);
    }
  }

  @Nested
  class Okta {

    private static final String HEADER =
        """
        {"kid":"k-1","alg":"RS256"}\
        """;

    private static final String ACCESS =
        """
        {"ver":1,"jti":"AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE",
        "iss":"https://shop.okta.com/oauth2/default","aud":"api://default","iat":1772366100,
        "exp":1772369700,"cid":"0oabucvyc38HLL1ef0h7","uid":"00u5t60iloOHN9pBi0h7",
        "scp":["openid","orders:read"],"auth_time":1772366099,"sub":"jo@shop.example",
        "groups":["Everyone","clerks"]}\
        """;

    private static final String ID =
        """
        {"sub":"00u5t60iloOHN9pBi0h7","ver":1,"iss":"https://shop.okta.com/oauth2/default",
        "aud":"0oabucvyc38HLL1ef0h7","iat":1772366100,"exp":1772369700,"jti":"ID.4eAWJOCMB3SX8Xewd",
        "amr":["pwd"],"idp":"00o5t60il8LF7bV5a0h7","auth_time":1772366099,
        "at_hash":"cpqKfdQA5eH891Ff5oJr_Q","name":"Jo Doe"}\
        """;

    private final TokenValidator validator =
        trusting(Issuers.okta("shop.okta.com").audience("api://default"));

    private static void assertKindRefused(
        TokenValidator validator, String claims, Reason reason, String claim) {
      assertRejected(validator, token(HEADER, claims), CLAIMS_VALIDATION, reason, claim);
    }

    @Test
    void acceptsAccessTokens() {
      AccessToken token = assertAccepted(validator, token(HEADER, ACCESS));

      assertThat(token.clientId()).isEqualTo("0oabucvyc38HLL1ef0h7");
      assertThat(token.scopes()).containsExactly("openid", "orders:read");
      assertThat(token.groups()).containsExactly("Everyone", "clerks");
      assertThat(token.roles()).isEmpty();
    }

    @Test
    void acceptsExpectedClientsOnly() {
      assertKindRefused(
          trusting(Issuers.okta("shop.okta.com").audience("api://default").clients("other")),
          ACCESS,
          Reason.AUTHORIZED_PARTY_MISMATCH,
          "cid");
    }

    @Test
    void refusesOtherKindsAndOtherServices() {
      assertKindRefused(validator, ID, Reason.AUDIENCE_MISMATCH, "aud");
      assertKindRefused(
          validator,
          changed(ACCESS, "api://default", "api://payments"),
          Reason.AUDIENCE_MISMATCH,
          "aud");
      // An authorization server whose audience happens to be a client.
      TokenValidator ofClient =
          trusting(Issuers.okta("shop.okta.com").audience("0oabucvyc38HLL1ef0h7"));
      assertKindRefused(ofClient, ID, Reason.CLAIM_MISSING, "cid");
    }

    @Test
    void refusesTokensOfTheOrganizationItself() {
      assertRejected(
          trusting(IssuerConfig.builder("https://shop.okta.com").audience("https://shop.okta.com")),
          token(
              """
              {"kid":"k-1","typ":"application/okta-internal-at+jwt","alg":"RS256"}\
              """,
              """
              {"ver":1,"jti":"AT.0mP4","iss":"https://shop.okta.com","aud":"https://shop.okta.com",
              "sub":"jo@shop.example","iat":1772366100,"exp":1772369700,"cid":"0oabucvyc38HLL1ef0h7",
              "uid":"00u5t60iloOHN9pBi0h7","scp":["openid"],"auth_time":1772366099}\
              """),
          HEADER_VALIDATION,
          Reason.TYPE_MISMATCH,
          "typ");
    }
  }

  @Nested
  class Entra {

    private static final String TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47";
    private static final String API = "6e74172b-be56-4843-9ff4-e66a39bb12e3";

    private static final String ACCESS =
        """
        {"aud":"6e74172b-be56-4843-9ff4-e66a39bb12e3",
        "iss":"https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
        "iat":1772366100,"nbf":1772366100,"exp":1772369700,"aio":"AXQAi/8IAAAAtAaZLo3ChMif6KOn",
        "azp":"8d3c5b1a-0f2e-4c6d-9b7a-5e4f3d2c1b0a","azpacr":"0","name":"Jo Doe",
        "oid":"690222be-ff1a-4d56-abd1-7e4f7d38e474","preferred_username":"jo@shop.example","rh":"I",
        "roles":["Clerk"],"scp":"orders.read access_as_user",
        "sub":"HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ",
        "tid":"72f988bf-86f1-41af-91ab-2d7cd011db47","uti":"fqiBqXLPj0eQa82S-IYFAA","ver":"2.0"}\
        """;

    private static final String APPLICATION =
        """
        {"aud":"6e74172b-be56-4843-9ff4-e66a39bb12e3",
        "iss":"https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
        "iat":1772366100,"nbf":1772366100,"exp":1772369700,"aio":"E2NgYNjuXZ3Kv5kY5kxx",
        "azp":"8d3c5b1a-0f2e-4c6d-9b7a-5e4f3d2c1b0a","azpacr":"1","idtyp":"app",
        "oid":"1a2b3c4d-0f2e-4c6d-9b7a-5e4f3d2c1b0a","rh":"I","roles":["Orders.Import"],
        "sub":"1a2b3c4d-0f2e-4c6d-9b7a-5e4f3d2c1b0a",
        "tid":"72f988bf-86f1-41af-91ab-2d7cd011db47","uti":"fqiB","ver":"2.0"}\
        """;

    /** Of an application that is client and API at once. */
    private static final String ID =
        """
        {"aud":"6e74172b-be56-4843-9ff4-e66a39bb12e3",
        "iss":"https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
        "iat":1772366100,"nbf":1772366100,"exp":1772369700,"name":"Jo Doe",
        "oid":"690222be-ff1a-4d56-abd1-7e4f7d38e474","preferred_username":"jo@shop.example","rh":"I",
        "sub":"HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ",
        "tid":"72f988bf-86f1-41af-91ab-2d7cd011db47","uti":"fqiB","ver":"2.0"}\
        """;

    private static final String VERSION_1 =
        """
        {"aud":"api://orders","iss":"https://sts.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47/",
        "iat":1772366100,"nbf":1772366100,"exp":1772369700,"acr":"1","aio":"AXQAi/8IAAAA",
        "amr":["pwd"],"appid":"8d3c5b1a-0f2e-4c6d-9b7a-5e4f3d2c1b0a","appidacr":"0",
        "ipaddr":"192.0.2.7","name":"Jo Doe","oid":"02223b6b-aa1d-42d4-9ec0-1b2bb9194438","rh":"I",
        "scp":"user_impersonation","sub":"l3_roISQU222bULS9yi2k0XpqpOiMz5H3ZACo1GeXA",
        "tid":"72f988bf-86f1-41af-91ab-2d7cd011db47","unique_name":"jo@shop.example","uti":"FVsG",
        "ver":"1.0"}\
        """;

    private static final String VERSION_1_HEADER =
        """
        {"typ":"JWT","alg":"RS256","x5t":"k-1","kid":"k-1"}\
        """;

    private final TokenValidator validator =
        trustingKeyWithoutAlgorithm(
            Issuers.entra(TENANT).audience(API),
            "https://login.microsoftonline.com/" + TENANT + "/v2.0");

    @Test
    void acceptsAccessTokensOfUsersAndApplications() {
      AccessToken user = assertAccepted(validator, token(ACCESS));
      assertThat(user.clientId()).isEqualTo("8d3c5b1a-0f2e-4c6d-9b7a-5e4f3d2c1b0a");
      assertThat(user.scopes()).containsExactly("orders.read", "access_as_user");
      assertThat(user.roles()).containsExactly("Clerk");

      AccessToken application = assertAccepted(validator, token(APPLICATION));
      assertThat(application.scopes()).isEmpty();
      assertThat(application.roles()).containsExactly("Orders.Import");
    }

    @Test
    void acceptsVersion1OfItsOwnIssuer() {
      AccessToken token =
          assertAccepted(
              trusting(Issuers.entraV1(TENANT).audience("api://orders")),
              token(VERSION_1_HEADER, VERSION_1));

      assertThat(token.clientId()).isEqualTo("8d3c5b1a-0f2e-4c6d-9b7a-5e4f3d2c1b0a");
      assertThat(token.scopes()).containsExactly("user_impersonation");
      assertRejected(
          validator,
          token(VERSION_1_HEADER, VERSION_1),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }

    @Test
    void acceptsTheTenantsOfAListWithTheKeysOfAll() {
      TokenValidator tenants =
          trusting(
              Issuers.entraTenants(TENANT, "11111111-2222-3333-4444-555555555555").audience(API));

      assertThat(assertAccepted(tenants, token(ACCESS)).issuer())
          .isEqualTo("https://login.microsoftonline.com/" + TENANT + "/v2.0");
      assertRejected(
          tenants,
          token(
              changed(
                  ACCESS,
                  "microsoftonline.com/" + TENANT,
                  "microsoftonline.com/99999999-2222-3333-4444-555555555555")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
      assertMissing(tenants, ID, "azp");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Issuers.entraTenants("common"))
          .withMessageStartingWith("tenantIds: ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Issuers.entraTenants())
          .withMessageStartingWith("tenants: none given");
    }

    @Test
    void refusesIdTokensEvenWhereClientAndApiAreTheSame() {
      assertMissing(validator, ID, "azp");
      assertMissing(validator, changed(ID, "\"name\"", "\"nonce\":\"n-1\",\"name\""), "azp");
      assertAcceptedIdToken(validator, token(ID), IdTokenExpectation.withoutNonce(API));
    }

    @Test
    void refusesOtherServicesAndOtherTenants() {
      assertOtherAudience(validator, changed(ACCESS, API, "00000003-0000-0000-c000-000000000000"));
      assertRejected(
          validator,
          token(
              changed(
                  ACCESS,
                  "microsoftonline.com/" + TENANT,
                  "microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }

    @Test
    void usesKeysWithoutAlgorithmForNoOther() {
      assertRejected(
          validator,
          token(
              """
              {"typ":"JWT","alg":"PS256","kid":"k-1"}\
              """,
              ACCESS),
          HEADER_VALIDATION,
          Reason.ALGORITHM_NOT_ALLOWED,
          "alg");
    }

    @Test
    void refusesTokensForMicrosoftGraph() {
      String header =
          """
          {"typ":"JWT","nonce":"n-1","alg":"RS256","kid":"k-1"}\
          """;
      assertRejected(
          validator,
          token(header, changed(ACCESS, API, "00000003-0000-0000-c000-000000000000")),
          CLAIMS_VALIDATION,
          Reason.AUDIENCE_MISMATCH,
          "aud");
      assertRejected(
          validator,
          token(
              header,
              changed(
                  ACCESS,
                  "https://login.microsoftonline.com/" + TENANT + "/v2.0",
                  "https://sts.windows.net/" + TENANT + "/")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }
  }

  @Nested
  class Cognito {

    private static final String HEADER =
        """
        {"kid":"k-1","alg":"RS256"}\
        """;

    /** Cognito escapes slashes. */
    private static final String ACCESS =
        """
        {"sub":"2e2a1907-86cc-4f7a-9a29-11732c9c3e2b","cognito:groups":["clerks"],
        "iss":"https:\\/\\/cognito-idp.eu-west-1.amazonaws.com\\/eu-west-1_9o8wZkHcK","version":2,
        "client_id":"63a3cr38i5iofnmtu8t0dh9bh4","origin_jti":"d36f28d9-a4b2-4302-b9fa-a8081cbdf16a",
        "token_use":"access","scope":"openid orders/read","auth_time":1772366099,"exp":1772369700,
        "iat":1772366100,"jti":"58f907f4-bd9c-4ba0-8691-e376c44857c0",
        "username":"2e2a1907-86cc-4f7a-9a29-11732c9c3e2b"}\
        """;

    private static final String MACHINE =
        """
        {"sub":"63a3cr38i5iofnmtu8t0dh9bh4","token_use":"access","scope":"orders/import",
        "auth_time":1772366100,
        "iss":"https:\\/\\/cognito-idp.eu-west-1.amazonaws.com\\/eu-west-1_9o8wZkHcK",
        "exp":1772369700,"iat":1772366100,"version":2,"jti":"58f907f4-bd9c-4ba0-8691-e376c44857c1",
        "client_id":"63a3cr38i5iofnmtu8t0dh9bh4"}\
        """;

    private static final String ID =
        """
        {"sub":"2e2a1907-86cc-4f7a-9a29-11732c9c3e2b","cognito:groups":["clerks"],
        "iss":"https:\\/\\/cognito-idp.eu-west-1.amazonaws.com\\/eu-west-1_9o8wZkHcK",
        "cognito:username":"jo","origin_jti":"d36f28d9-a4b2-4302-b9fa-a8081cbdf16a",
        "aud":"63a3cr38i5iofnmtu8t0dh9bh4","event_id":"ec9c36ab","token_use":"id",
        "auth_time":1772366099,"exp":1772369700,"iat":1772366100,"jti":"58f907f4",
        "email":"jo@shop.example"}\
        """;

    private static IssuerConfig.Builder pool() {
      return Issuers.cognito("eu-west-1", "eu-west-1_9o8wZkHcK", "63a3cr38i5iofnmtu8t0dh9bh4");
    }

    private final TokenValidator validator = trusting(pool());

    private static void assertKindRefused(
        TokenValidator validator, String claims, Reason reason, String claim) {
      assertRejected(validator, token(HEADER, claims), CLAIMS_VALIDATION, reason, claim);
    }

    @Test
    void acceptsAccessTokensOfUsersAndMachines() {
      AccessToken user = assertAccepted(validator, token(HEADER, ACCESS));
      assertThat(user.issuer())
          .isEqualTo("https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_9o8wZkHcK");
      assertThat(user.audience()).isEmpty();
      assertThat(user.clientId()).isEqualTo("63a3cr38i5iofnmtu8t0dh9bh4");
      assertThat(user.scopes()).containsExactly("openid", "orders/read");
      assertThat(user.roles()).containsExactly("clerks");

      AccessToken machine = assertAccepted(validator, token(HEADER, MACHINE));
      assertThat(machine.hasScope("orders/import")).isTrue();
      assertThat(machine.roles()).isEmpty();
    }

    @Test
    void refusesOtherClients() {
      assertKindRefused(
          validator,
          changed(ACCESS, "63a3cr38i5iofnmtu8t0dh9bh4", "1s3s6r0e517r5h7m00ab0t58ra"),
          Reason.AUTHORIZED_PARTY_MISMATCH,
          "client_id");
    }

    @Test
    void refusesIdTokensAndTokensThatDoNotSayWhatTheyAre() {
      assertKindRefused(validator, ID, Reason.AUDIENCE_MISMATCH, "aud");
      assertKindRefused(
          validator,
          changed(ID, "\"aud\":\"63a3cr38i5iofnmtu8t0dh9bh4\",", ""),
          Reason.CLAIM_MISSING,
          "client_id");
      assertKindRefused(
          validator, changed(ACCESS, "\"access\"", "\"id\""), Reason.TYPE_MISMATCH, "token_use");
      assertKindRefused(
          validator,
          changed(ACCESS, "\"token_use\":\"access\",", ""),
          Reason.CLAIM_MISSING,
          "token_use");
      assertAcceptedIdToken(
          validator,
          token(HEADER, ID),
          IdTokenExpectation.withoutNonce("63a3cr38i5iofnmtu8t0dh9bh4"));
    }

    @Test
    @Row("118")
    void requiresAnAudienceOnceOneIsNamed() {
      TokenValidator bound = trusting(pool().audience("https://orders.example"));
      String forOrders =
          changed(ACCESS, "\"version\"", "\"aud\":\"https://orders.example\",\"version\"");

      assertAccepted(bound, token(HEADER, forOrders));
      assertAccepted(trusting(pool().anyAudience()), token(HEADER, forOrders));
      assertKindRefused(validator, forOrders, Reason.AUDIENCE_MISMATCH, "aud");
      assertKindRefused(bound, ACCESS, Reason.CLAIM_MISSING, "aud");
      assertKindRefused(
          bound,
          changed(forOrders, "orders.example", "payments.example"),
          Reason.AUDIENCE_MISMATCH,
          "aud");
    }

    @Test
    void knowsTheUpdatedIssuerByItsOwnName() {
      String updated = changed(ACCESS, "cognito-idp.", "issuer-cognito-idp.");

      assertAccepted(
          trusting(
              Issuers.cognitoUpdatedIssuer(
                  "eu-west-1", "eu-west-1_9o8wZkHcK", "63a3cr38i5iofnmtu8t0dh9bh4")),
          token(HEADER, updated));
      assertRejected(
          validator,
          token(HEADER, updated),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }
  }

  @Nested
  class Google {

    private static final String CLIENT =
        "1008719970978-hb24n2dstb40o45d4feuo2ukqmcc6381.apps.googleusercontent.com";

    private static final String SIGN_IN =
        """
        {"iss":"https://accounts.google.com",
        "azp":"1008719970978-hb24n2dstb40o45d4feuo2ukqmcc6381.apps.googleusercontent.com",
        "aud":"1008719970978-hb24n2dstb40o45d4feuo2ukqmcc6381.apps.googleusercontent.com",
        "sub":"110169484474386276334","hd":"shop.example","email":"jo@shop.example",
        "email_verified":true,"at_hash":"HK6E_P6Dh8Y93mRNtsDB1Q","nonce":"n-1","name":"Jo Doe",
        "iat":1772366100,"exp":1772369700}\
        """;

    private static final String SERVICE =
        """
        {"aud":"https://orders.example","azp":"104142427804075574374",
        "email":"importer@shop.iam.gserviceaccount.com","email_verified":true,"exp":1772369700,
        "iat":1772366100,"iss":"https://accounts.google.com","sub":"104142427804075574374"}\
        """;

    private final TokenValidator validator =
        trusting(Issuers.google(CLIENT, "https://orders.example"));

    @Test
    void acceptsIdTokensUnderBothNames() {
      for (String name : new String[] {"https://accounts.google.com", "accounts.google.com"}) {
        IdToken user =
            assertAcceptedIdToken(
                validator,
                token(changed(SIGN_IN, "https://accounts.google.com", name)),
                IdTokenExpectation.of(CLIENT, "n-1"));
        assertThat(user.issuer()).isEqualTo("https://accounts.google.com");
        assertThat(user.claims().string("hd")).isEqualTo("shop.example");
      }
      assertRejectedIdToken(
          validator,
          token(SIGN_IN),
          IdTokenExpectation.of("other", "n-1"),
          CLAIMS_VALIDATION,
          Reason.AUDIENCE_MISMATCH,
          "aud");
      assertRejected(
          validator,
          token(changed(SIGN_IN, "accounts.google.com", "accounts.google.com.evil.example")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }

    @Test
    void acceptsServiceAccountsAsBearersButNotUsersWhoSignIn() {
      AccessToken service = assertAccepted(validator, token(SERVICE));
      assertThat(service.subject()).isEqualTo("104142427804075574374");
      assertThat(service.clientId()).isEqualTo("104142427804075574374");

      assertMismatch(validator, SIGN_IN, "at_hash");
      assertOtherAudience(validator, changed(SERVICE, "orders.example", "payments.example"));
    }
  }

  @Nested
  class Firebase {

    private static final String ID =
        """
        {"name":"Jo Doe","picture":"https://example/jo.png",
        "iss":"https://securetoken.google.com/shop-7f3a1","aud":"shop-7f3a1","auth_time":1772366099,
        "user_id":"7VZ8tQpR1sXyZ","sub":"7VZ8tQpR1sXyZ","iat":1772366100,"exp":1772369700,
        "email":"jo@shop.example","email_verified":true,"roles":["clerk"],
        "firebase":{"identities":{"email":["jo@shop.example"]},"sign_in_provider":"password"}}\
        """;

    private final TokenValidator validator = trusting(Issuers.firebase("shop-7f3a1"));

    @Test
    void acceptsIdTokensAsBearers() {
      AccessToken token = assertAccepted(validator, token(ID));

      assertThat(token.subject()).isEqualTo("7VZ8tQpR1sXyZ");
      assertThat(token.clientId()).isNull();
      assertThat(token.scopes()).isEmpty();
      assertThat(token.roles()).containsExactly("clerk");
    }

    @Test
    void refusesSignInsThatAreNoTimeOrNotOver() {
      assertAccepted(validator, token(changed(ID, "1772366099", "1772366100")));
      for (String signIn : List.of("1772366101", "\"1772366099\"", "true")) {
        assertRejected(
            validator,
            token(changed(ID, "\"auth_time\":1772366099", "\"auth_time\":" + signIn)),
            CUSTOM_CHECKS,
            Reason.CLAIM_CHECK_FAILED,
            "auth_time");
      }
    }

    @Test
    void refusesOtherProjectsSessionCookiesAndTokensWithoutSignIn() {
      assertOtherAudience(validator, changed(ID, "\"aud\":\"shop-7f3a1\"", "\"aud\":\"shop-2\""));
      assertMissing(validator, changed(ID, "\"auth_time\":1772366099,", ""), "auth_time");
      assertMissing(validator, changed(ID, "\"sub\":\"7VZ8tQpR1sXyZ\",", ""), "sub");
      assertRejected(
          validator,
          token(changed(ID, "securetoken.google.com", "session.firebase.google.com")),
          ISSUER_CONFIG_RESOLUTION,
          Reason.ISSUER_UNKNOWN,
          "iss");
    }
  }
}
