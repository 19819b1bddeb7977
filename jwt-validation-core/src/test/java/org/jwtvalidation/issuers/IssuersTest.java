// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;

/** The names that issuers are given, and the arguments that cannot be part of one. */
class IssuersTest {

  private static final String TENANT = "9b3f1c6e-52d4-4a7b-8e0f-1d2c3b4a5968";

  @Test
  void namesEachIssuerAsItsTokensDo() {
    assertAsks(
        Issuers.keycloak("https://sso.example", "shop"),
        "issuer=https://sso.example/realms/shop, audience=[api]");
    assertAsks(
        Issuers.keycloak("https://sso.example:8443/auth/", "Shop_2.0"),
        "issuer=https://sso.example:8443/auth/realms/Shop_2.0, audience=[api]");
    assertAsks(
        Issuers.auth0("Shop.eu.auth0.com"), "issuer=https://shop.eu.auth0.com/, audience=[api]");
    assertAsks(
        Issuers.okta("shop.okta.com"),
        "issuer=https://shop.okta.com/oauth2/default, audience=[api], requireClient,"
            + " clientClaim=cid");
    assertAsks(
        Issuers.okta("login.shop.example", "aus9o8wzkhckw9TLa0h7"),
        "issuer=https://login.shop.example/oauth2/aus9o8wzkhckw9TLa0h7, audience=[api],"
            + " requireClient, clientClaim=cid");
    assertAsks(
        Issuers.entra(TENANT.toUpperCase(Locale.ROOT)),
        "issuer=https://login.microsoftonline.com/"
            + TENANT
            + "/v2.0, audience=[api], algorithms=[RS256], requireClient, clientClaim=azp");
    assertAsks(
        Issuers.entraV1(TENANT),
        "issuer=https://sts.windows.net/"
            + TENANT
            + "/, audience=[api], algorithms=[RS256], requireClient, clientClaim=appid");
    assertAsks(
        Issuers.google("web"),
        "issuer=https://accounts.google.com, issuerAliases=[accounts.google.com], audience=[api, web]");
    assertAsks(
        Issuers.googleServiceAccounts("orders@shop.iam.gserviceaccount.com"),
        "issuer=https://accounts.google.com, issuerAliases=[accounts.google.com], audience=[api],"
            + " claimChecks=[sub]");
    assertAsks(
        Issuers.firebase("shop-7f3a1"),
        "issuer=https://securetoken.google.com/shop-7f3a1, audience=[api, shop-7f3a1],"
            + " accessTokenMarkOptional, requiredClaims=[auth_time], claimChecks=[auth_time]");
    assertAsks(
        Issuers.githubActions("octo-org/octo-repo"),
        "issuer=https://token.actions.githubusercontent.com, audience=[api],"
            + " claimChecks=[repository]");
    assertAsks(
        Issuers.gitlab("https://gitlab.com/", "group/project"),
        "issuer=https://gitlab.com, audience=[api], claimChecks=[project_path]");
    assertAsks(
        Issuers.kubernetes("https://oidc.cluster.example/id/7", "shop/orders"),
        "issuer=https://oidc.cluster.example/id/7, audience=[api], claimChecks=[sub]");
  }

  private static void assertAsks(IssuerConfig.Builder builder, String asked) {
    assertThat(builder.audience("api").build()).hasToString("IssuerConfig[" + asked + "]");
  }

  @Test
  void refusesAKeycloakUrlThatNamesARealm() {
    for (String server : List.of("https://sso.example", "https://sso.example/auth")) {
      for (String rest : List.of("/realms/shop", "/realms", "/realms/shop/")) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Issuers.keycloak(server + rest, "shop"))
            .withMessageStartingWith("baseUrl: \"" + server + rest + "\" is not ")
            .withMessageContaining("give \"" + server + "\" and the realm");
      }
    }
    assertThat(Issuers.keycloak("https://sso.example/realms-of-ours", "shop")).isNotNull();
  }

  @Test
  void asksCognitoForItsClientsAndForAnAudienceOnlyIfNamed() {
    assertThat(Issuers.cognito("eu-west-1", "eu-west-1_9o8wZkHcK", "web", "app").build())
        .hasToString(
            "IssuerConfig[issuer=https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_9o8wZkHcK,"
                + " audienceOptional, clients=[app, web], requiredClaims=[token_use]]");
    assertThat(
            Issuers.cognitoUpdatedIssuer("us-gov-west-1", "us-gov-west-1_a", "web")
                .audience("https://orders.example")
                .build())
        .hasToString(
            "IssuerConfig[issuer="
                + "https://issuer-cognito-idp.us-gov-west-1.amazonaws.com/us-gov-west-1_a,"
                + " audience=[https://orders.example], clients=[web],"
                + " requiredClaims=[token_use]]");
  }

  @Test
  void leavesOptionsToTheCaller() {
    assertThatIllegalArgumentException()
        .isThrownBy(Issuers.auth0("shop.eu.auth0.com")::build)
        .withMessageContaining("audience: none given for https://shop.eu.auth0.com/");
    assertThatIllegalArgumentException()
        .isThrownBy(Issuers.google()::build)
        .withMessageContaining("audience: none given");
    assertThatIllegalArgumentException()
        .isThrownBy(Issuers.keycloak("http://localhost:8080", "shop").audience("api")::build)
        .withMessageContaining("allowLoopbackHttp()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "..",
        "a/b",
        "../admin",
        "a%2Fb",
        "a?b",
        "a#b",
        "a b",
        "a\\b",
        "shop\n",
        "ä"
      })
  void refusesNamesThatLeadElsewhere(String name) {
    assertRefused("realm", () -> Issuers.keycloak("https://sso.example", name));
    assertRefused("authorizationServerId", () -> Issuers.okta("shop.okta.com", name));
    assertRefused("projectId", () -> Issuers.firebase(name));
    assertRefused("tenantId", () -> Issuers.entra(name));
    assertRefused("tenantId", () -> Issuers.entraV1(name));
    assertRefused("region", () -> Issuers.cognito(name, name + "_a", "web"));
    assertRefused("userPoolId", () -> Issuers.cognito("eu-west-1", "eu-west-1_" + name, "web"));
    assertRefused("repositories", () -> Issuers.githubActions("octo-org/octo-repo", name + "/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sso.example",
        "ftp://sso.example",
        "https://",
        "https://user@sso.example",
        "https://sso.example?x=y",
        "https://sso.example#x",
        "https://sso.example//auth",
        "https://sso.example/../auth",
        "https://sso.example/auth/..",
        "https://sso.example/%2e%2e/auth",
        "https://sso.example/a b",
      })
  void refusesUrlsThatLeadElsewhere(String url) {
    assertRefused("url", () -> Issuers.keycloak(url, "shop"));
    assertRefused("url", () -> Issuers.gitlab(url, "group/project"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "okta",
        "https://shop.okta.com",
        "shop.okta.com/",
        "shop.okta.com:443",
        "user@shop.okta.com",
        ".okta.com",
        "shop..okta.com",
        "shop.okta.com.",
        "-shop.okta.com",
        "shop okta.com",
      })
  void refusesDomainsThatAreNotHosts(String domain) {
    assertRefused("domain", () -> Issuers.auth0(domain));
    assertRefused("domain", () -> Issuers.okta(domain));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "common",
        "organizations",
        "consumers",
        "shop.onmicrosoft.com",
        "{tenantid}",
        TENANT + "0",
        "9b3f1c6e52d44a7b8e0f1d2c3b4a5968"
      })
  void refusesTenantsThatTokensDoNotName(String tenant) {
    assertRefused("tenantId", () -> Issuers.entra(tenant));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Issuers.entra(tenant))
        .withMessageContaining("the claim tid");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void refusesOtherArguments(String option, ThrowingCallable preset) {
    assertRefused(option, preset);
  }

  static Stream<Arguments> others() {
    return Stream.of(
        refused("region", () -> Issuers.cognito("europe", "europe_a", "web")),
        refused("region", () -> Issuers.cognito("EU-WEST-1", "EU-WEST-1_a", "web")),
        refused("userPoolId", () -> Issuers.cognito("eu-west-1", "eu-west-2_a", "web")),
        refused("userPoolId", () -> Issuers.cognito("eu-west-1", "eu-west-1", "web")),
        refused("clientIds", () -> Issuers.cognito("eu-west-1", "eu-west-1_a")),
        refused("repositories", () -> Issuers.githubActions()),
        refused("repositories", () -> Issuers.githubActions("octo-repo")),
        refused("repositories", () -> Issuers.githubActions("*")),
        refused("repositories", () -> Issuers.githubActions("*/octo-repo")),
        refused("repositories", () -> Issuers.githubActions("octo-org/octo-*")),
        refused("projects", () -> Issuers.gitlab("https://gitlab.com")),
        refused("projects", () -> Issuers.gitlab("https://gitlab.com", "/project")),
        refused("serviceAccounts", () -> Issuers.kubernetes("https://cluster.example")),
        refused("serviceAccounts", () -> Issuers.kubernetes("https://cluster.example", "orders")));
  }

  private static Arguments refused(String option, ThrowingCallable preset) {
    return Arguments.of(option, preset);
  }

  private static void assertRefused(String option, ThrowingCallable preset) {
    assertThatIllegalArgumentException()
        .isThrownBy(preset)
        .withMessageStartingWith(option + ": ")
        .withMessageMatching("(?s).+; .+");
  }

  @Test
  void acceptsWholePathsAndWhatIsBelowOne() {
    AcceptedPaths paths = AcceptedPaths.of("projects", "a/b", "shop/orders", "tools/*", "x/y/*");

    for (String inside : List.of("shop/orders", "tools/a", "tools/a/b", "x/y/z")) {
      assertThat(paths.contain(inside)).as(inside).isTrue();
    }
    for (String outside :
        List.of("shop/orders2", "shop", "SHOP/orders", "tools", "toolsmith/a", "x/z", "x/y", "")) {
      assertThat(paths.contain(outside)).as(outside).isFalse();
    }
    assertThat(paths.contain(null)).isFalse();
  }
}
