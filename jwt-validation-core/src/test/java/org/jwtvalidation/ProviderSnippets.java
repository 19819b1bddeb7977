// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.net.URI;
import java.nio.file.Path;
import org.jwtvalidation.issuers.Issuers;
import org.jwtvalidation.keysource.KeySource;

/**
 * The examples of the page about providers, to the letter: {@code ManualExamplesTest} compares. The
 * page shows what those without a tag set in a line or a row.
 */
public final class ProviderSnippets {

  private ProviderSnippets() {}

  static TokenValidator preset() {
    IssuerConfig orders =
        Issuers.keycloak("https://sso.example", "shop").audience("orders-api").build();
    TokenValidator validator = TokenValidator.builder().issuer(orders).build();
    return validator;
  }

  public static IssuerConfig.Builder keycloak() {
    // tag::keycloak[]
    IssuerConfig.Builder keycloak =
        Issuers.keycloak("https://sso.example", "shop")
            .audience("orders-api")
            .roles(RoleMapper.keycloakRealm().and(RoleMapper.keycloakClient("orders-api")));
    // end::keycloak[]
    return keycloak;
  }

  static IssuerResolver realms() {
    // tag::realms[]
    IssuerResolver realms =
        issuer ->
            issuer.matches("https://sso\\.example/realms/[a-z0-9-]+")
                ? IssuerConfig.builder(issuer)
                    .audience("orders-api")
                    .roles(RoleMapper.keycloakRealm())
                    .build()
                : null;
    TokenValidator validator = TokenValidator.builder().issuerResolver(realms).build();
    // end::realms[]
    validator.close();
    return realms;
  }

  public static IssuerConfig.Builder auth0() {
    // tag::auth0[]
    IssuerConfig.Builder auth0 =
        Issuers.auth0("shop.eu.auth0.com").audience("https://orders.example");
    // end::auth0[]
    return auth0;
  }

  public static IssuerConfig.Builder okta() {
    // tag::okta[]
    IssuerConfig.Builder okta = Issuers.okta("shop.okta.com").audience("api://default");
    // end::okta[]
    return okta;
  }

  public static IssuerConfig.Builder entra() {
    // tag::entra[]
    IssuerConfig.Builder entra =
        Issuers.entra("72f988bf-86f1-41af-91ab-2d7cd011db47")
            .audience("6e74172b-be56-4843-9ff4-e66a39bb12e3");
    // end::entra[]
    return entra;
  }

  public static IssuerConfig.Builder cognito() {
    // tag::cognito[]
    IssuerConfig.Builder cognito =
        Issuers.cognito("eu-west-1", "eu-west-1_9o8wZkHcK", "63a3cr38i5iofnmtu8t0dh9bh4");
    // end::cognito[]
    return cognito;
  }

  public static IssuerConfig.Builder google() {
    // tag::google[]
    IssuerConfig.Builder google =
        Issuers.google("1008719970978-hb24.apps.googleusercontent.com")
            .claimCheck("hd", claims -> "shop.example".equals(claims.string("hd")));
    // end::google[]
    return google;
  }

  static IssuerConfig.Builder googleServiceAccounts() {
    // tag::google-service-accounts[]
    IssuerConfig.Builder accounts =
        Issuers.googleServiceAccounts("orders@shop.iam.gserviceaccount.com")
            .audience("https://orders.example");
    // end::google-service-accounts[]
    return accounts;
  }

  public static IssuerConfig.Builder firebase() {
    // tag::firebase[]
    IssuerConfig.Builder firebase = Issuers.firebase("shop-7f3a1");
    // end::firebase[]
    return firebase;
  }

  public static IssuerConfig.Builder gitHubActions() {
    // tag::github-actions[]
    IssuerConfig.Builder gitHub =
        Issuers.githubActions("octo-org/octo-repo")
            .audience("https://deploy.example")
            .claimCheck("ref", claims -> "refs/heads/main".equals(claims.string("ref")));
    // end::github-actions[]
    return gitHub;
  }

  public static IssuerConfig.Builder gitlab() {
    // tag::gitlab[]
    IssuerConfig.Builder gitlab =
        Issuers.gitlab("https://gitlab.example", "shop/backend/*")
            .audience("https://deploy.example")
            .claimCheck("protected", claims -> "true".equals(claims.string("ref_protected")));
    // end::gitlab[]
    return gitlab;
  }

  public static IssuerConfig.Builder kubernetes() {
    // tag::kubernetes-accounts[]
    IssuerConfig.Builder cloud =
        Issuers.kubernetes("https://oidc.eks.eu-west-1.amazonaws.com/id/5C1E", "shop/web")
            .audience("orders-api");
    // end::kubernetes-accounts[]
    return cloud;
  }

  static IssuerConfig.Builder inKubernetes() {
    // tag::in-kubernetes[]
    IssuerConfig.Builder ownCluster =
        Issuers.inKubernetes(
                "https://kubernetes.default.svc.cluster.local",
                Path.of("/var/run/secrets/kubernetes.io/serviceaccount"),
                "shop/*")
            .audience("orders-api");
    // end::in-kubernetes[]
    return ownCluster;
  }

  public static IssuerConfig.Builder apple() {
    return IssuerConfig.builder("https://appleid.apple.com").audience("com.shop.app");
  }

  public static IssuerConfig.Builder authentik() {
    IssuerConfig.Builder authentik =
        IssuerConfig.builder("https://authentik.example/application/o/shop/")
            .audience("Wm4rT9XcLq")
            .accessTokenMarkOptional()
            .clientClaim("azp")
            .requireClient();
    return authentik;
  }

  public static IssuerConfig.Builder duende() {
    return IssuerConfig.builder("https://identity.example")
        .audience("orders-api")
        .requireAccessTokenType()
        .subjectOptional();
  }

  public static IssuerConfig.Builder hydra() {
    return IssuerConfig.builder("https://hydra.example/").audience("orders-api");
  }

  public static IssuerConfig.Builder ping() {
    return IssuerConfig.builder("https://auth.pingone.eu/4631af52-7ec7-48cf-848f-48cf8ca8e1ab/as")
        .audience("orders-api")
        .subjectOptional();
  }

  public static IssuerConfig.Builder springAuthorizationServer() {
    return IssuerConfig.builder("https://auth.example").audience("shop-web", "shop-app");
  }

  public static IssuerConfig.Builder uaa() {
    return IssuerConfig.builder("https://uaa.cf.example/oauth/token")
        .audience("orders")
        .ignoredHeaderParameters("jku")
        .keySource(KeySource.jwksUri(URI.create("https://uaa.cf.example/token_keys")));
  }

  public static IssuerConfig.Builder zitadel() {
    return IssuerConfig.builder("https://shop.zitadel.cloud")
        .audience("170086774599581953")
        .roles(RoleMapper.memberNames("urn:zitadel:iam:org:project:roles"));
  }
}
