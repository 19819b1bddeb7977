// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.RoleMapper;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.ClaimsSet;

/**
 * Well-known issuers: for each, a builder with what is particular to its tokens. All other rules
 * are the strict defaults of {@link IssuerConfig}, and every option can still be set. Thread-safe;
 * each call returns a builder of its own.
 *
 * <p>Except where a method says otherwise, an audience must still be added: it names your service,
 * not the issuer. The keys are discovered from the issuer's metadata, at first use.
 *
 * <p>All methods throw {@link IllegalArgumentException} for an argument that cannot be part of the
 * issuer identifier, such as a realm with a slash.
 */
public final class Issuers {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9-]*[A-Za-z0-9])+");
  private static final Pattern BASE_URL =
      Pattern.compile("https?://[A-Za-z0-9.-]+(:[0-9]+)?(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)*");
  private static final Pattern GUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern AWS_REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]+");
  private static final Pattern USER_POOL = Pattern.compile("[0-9A-Za-z]+");

  private static final Pattern GOOGLE_SERVICE_ACCOUNT =
      Pattern.compile("[a-z0-9-]+@([a-z0-9-]+\\.)+gserviceaccount\\.com|[0-9]{6,30}");

  private static final Pattern SERVICE_ACCOUNT =
      Pattern.compile("system:serviceaccount:([^:/]+):([^:/]+)");
  private static final URI KUBERNETES_KEYS =
      URI.create("https://kubernetes.default.svc/openid/v1/jwks");

  private Issuers() {}

  /**
   * A realm of Keycloak. Roles are the realm's; those of a client are added by {@code
   * roles(RoleMapper.keycloakRealm().and(RoleMapper.keycloakClient("orders-api")))}.
   *
   * <p>Access tokens name your service in {@code aud} only if a mapper of the client scope adds it.
   *
   * @param baseUrl the URL of the server as its users see it, with its relative path if it has one:
   *     {@code https://sso.example}, {@code https://sso.example/auth}
   * @param realm the realm
   * @return a builder for {@code <baseUrl>/realms/<realm>}
   * @throws IllegalArgumentException also if the URL names a realm itself
   */
  public static IssuerConfig.Builder keycloak(String baseUrl, String realm) {
    String server = baseUrl(baseUrl);
    int realms = (server + "/").indexOf("/realms/");
    check(
        realms < 0,
        "baseUrl",
        baseUrl,
        "the URL of the server, but names a realm",
        "leave /realms/... out: give "
            + Printable.quoted(server.substring(0, Math.max(0, realms)))
            + " and the realm");
    return IssuerConfig.builder(server + "/realms/" + name("realm", realm))
        .roles(RoleMapper.keycloakRealm());
  }

  /**
   * A tenant of Auth0. Roles are the claim {@code permissions}, which the API's role-based access
   * control adds. The audience is the API identifier; both access token profiles are accepted.
   *
   * @param domain the tenant's domain or custom domain, such as {@code shop.eu.auth0.com}
   * @return a builder for {@code https://<domain>/}
   * @see <a href="https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles">Access
   *     token profiles</a>
   */
  public static IssuerConfig.Builder auth0(String domain) {
    return IssuerConfig.builder("https://" + host("domain", domain) + "/")
        .roles(RoleMapper.claim("permissions"));
  }

  /**
   * The authorization server {@code default} of an Okta organization.
   *
   * @param domain the organization's domain or custom domain, such as {@code shop.okta.com}
   * @return a builder for {@code https://<domain>/oauth2/default}, whose audience is {@code
   *     api://default} unless it was changed
   * @see #okta(String, String)
   */
  public static IssuerConfig.Builder okta(String domain) {
    return okta(domain, "default");
  }

  /**
   * A custom authorization server of an Okta organization. The client is the claim {@code cid},
   * which a token must have, as it tells access tokens from ID tokens.
   *
   * <p>Tokens of the organization's own server, whose issuer is the domain alone, are for Okta's
   * API: their issuer is unknown here and, where it is trusted, their {@code typ} is refused.
   *
   * @param domain the organization's domain or custom domain, such as {@code shop.okta.com}
   * @param authorizationServerId the server, such as {@code aus9o8wzkhckw9TLa0h7}
   * @return a builder for {@code https://<domain>/oauth2/<authorizationServerId>}
   * @see <a href="https://developer.okta.com/docs/reference/api/oidc/">Okta's tokens</a>
   */
  public static IssuerConfig.Builder okta(String domain, String authorizationServerId) {
    return IssuerConfig.builder(
            "https://"
                + host("domain", domain)
                + "/oauth2/"
                + name("authorizationServerId", authorizationServerId))
        .clientClaim("cid")
        .requireClient();
  }

  /**
   * One tenant of Microsoft Entra ID, with access tokens of version 2.0. Their {@code aud} is the
   * API's client ID, a GUID. The client is the claim {@code azp}, which a token must have, as it
   * tells access tokens from ID tokens. The keys have no {@code alg}, so only {@code RS256} is
   * accepted.
   *
   * @param tenantId the tenant's GUID, not one of its domains
   * @return a builder for {@code https://login.microsoftonline.com/<tenantId>/v2.0}
   * @see <a href="https://learn.microsoft.com/entra/identity-platform/access-tokens">Access tokens
   *     of the Microsoft identity platform</a>
   */
  public static IssuerConfig.Builder entra(String tenantId) {
    String issuer = "https://login.microsoftonline.com/" + guid("tenantId", tenantId) + "/v2.0";
    return entraRules(IssuerConfig.builder(issuer), "azp");
  }

  /**
   * One tenant of Microsoft Entra ID, with access tokens of version 1.0: those of APIs whose
   * manifest does not ask for version 2. Their {@code aud} is the API's client ID or its
   * Application ID URI. The client is the claim {@code appid}. An API that receives both versions
   * trusts both issuers.
   *
   * @param tenantId the tenant's GUID, not one of its domains
   * @return a builder for {@code https://sts.windows.net/<tenantId>/} and its keys
   * @see #entra
   */
  public static IssuerConfig.Builder entraV1(String tenantId) {
    String tenant = guid("tenantId", tenantId);
    return entraRules(IssuerConfig.builder("https://sts.windows.net/" + tenant + "/"), "appid")
        // The metadata of this issuer are at another place than its name says.
        .keySource(
            KeySource.jwksUri(
                URI.create("https://login.microsoftonline.com/" + tenant + "/discovery/keys")));
  }

  /**
   * Several tenants of Microsoft Entra ID, with access tokens of version 2.0, for an API that is
   * registered for accounts of any organization. The keys are fetched once for all tenants;
   * otherwise as {@link #entra}. For tenants that come and go, replace the list by {@link
   * IssuerConfig.Builder#tenants(java.util.function.Predicate) tenants(...)}.
   *
   * @param tenantIds the GUIDs of the trusted tenants, at least one
   * @return a builder for <code>https://login.microsoftonline.com/{tenant}/v2.0</code>
   */
  public static IssuerConfig.Builder entraTenants(String... tenantIds) {
    String[] tenants =
        Stream.of(tenantIds).map(tenant -> guid("tenantIds", tenant)).toArray(String[]::new);
    return entraRules(
            IssuerConfig.template("https://login.microsoftonline.com/{tenant}/v2.0"), "azp")
        .tenants(tenants)
        .keySource(
            HttpKeySource.discovered("https://login.microsoftonline.com/common/v2.0")
                .metadataIssuer("https://login.microsoftonline.com/{tenantid}/v2.0")
                .build());
  }

  private static IssuerConfig.Builder entraRules(IssuerConfig.Builder issuer, String clientClaim) {
    return issuer.algorithms(SignatureAlgorithm.RS256).clientClaim(clientClaim).requireClient();
  }

  /**
   * A user pool of Amazon Cognito. Its access tokens have no {@code aud}, unless the client asked
   * for a resource; so they are accepted by their client, and by {@code token_use}, which a token
   * must have. An {@linkplain IssuerConfig.Builder#audience audience} may be added and is then
   * required; otherwise a token that names a resource is rejected. Roles are the claim {@code
   * cognito:groups}.
   *
   * @param region the region, such as {@code eu-west-1}
   * @param userPoolId the user pool, such as {@code eu-west-1_9o8wZkHcK}
   * @param clientIds the app clients whose tokens are accepted, at least one
   * @return a builder for {@code https://cognito-idp.<region>.amazonaws.com/<userPoolId>}
   * @see <a
   *     href="https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html">Cognito's
   *     access tokens</a>
   */
  public static IssuerConfig.Builder cognito(
      String region, String userPoolId, String... clientIds) {
    return userPool("cognito-idp.", region, userPoolId, clientIds);
  }

  /**
   * A user pool of Amazon Cognito whose issuer configuration is {@code UPDATED}, as for replication
   * to several regions. Otherwise as {@link #cognito}.
   *
   * @param region the pool's primary region, such as {@code eu-west-1}
   * @param userPoolId the user pool, such as {@code eu-west-1_9o8wZkHcK}
   * @param clientIds the app clients whose tokens are accepted, at least one
   * @return a builder for {@code https://issuer-cognito-idp.<region>.amazonaws.com/<userPoolId>}
   * @see <a
   *     href="https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_IssuerConfigurationType.html">Issuer
   *     configurations</a>
   */
  public static IssuerConfig.Builder cognitoUpdatedIssuer(
      String region, String userPoolId, String... clientIds) {
    return userPool("issuer-cognito-idp.", region, userPoolId, clientIds);
  }

  private static IssuerConfig.Builder userPool(
      String service, String region, String userPoolId, String... clientIds) {
    check(
        AWS_REGION.matcher(region).matches(),
        "region",
        region,
        "a region of AWS",
        "write it as eu-west-1");
    check(
        userPoolId.startsWith(region + "_")
            && USER_POOL.matcher(userPoolId.substring(region.length() + 1)).matches(),
        "userPoolId",
        userPoolId,
        "a user pool of " + region,
        "write it as " + region + "_9o8wZkHcK");
    if (clientIds.length == 0) {
      throw new OptionException(
          "clientIds",
          "none given, and the tokens have no audience",
          "name the app clients whose tokens you accept");
    }
    return IssuerConfig.builder("https://" + service + region + ".amazonaws.com/" + userPoolId)
        .audienceOptional()
        .clients(clientIds)
        .requiredClaims("token_use")
        .roles(RoleMapper.claim("cognito:groups"));
  }

  /**
   * Google's ID tokens of users who sign in, for {@link
   * org.jwtvalidation.TokenValidator#validateIdToken validateIdToken}, under both spellings of the
   * issuer; its access tokens are opaque. Do not use it with {@link
   * org.jwtvalidation.TokenValidator#validate validate}, which would accept the service account of
   * anybody: {@link #googleServiceAccounts} asks for their names.
   *
   * <p>A token of a Google Workspace account has its domain in the claim {@code hd}; anybody else
   * with a Google account gets a token, too.
   *
   * @param audiences client IDs of your applications
   * @return a builder for {@code https://accounts.google.com} with these audiences
   * @see <a
   *     href="https://developers.google.com/identity/gsi/web/guides/verify-google-id-token">Google's
   *     rules</a>
   */
  public static IssuerConfig.Builder google(String... audiences) {
    return IssuerConfig.builder("https://accounts.google.com")
        .issuerAliases("accounts.google.com")
        .audience(audiences);
  }

  /**
   * ID tokens of Google's service accounts, which they send as bearer tokens, for {@link
   * org.jwtvalidation.TokenValidator#validate validate}. Anybody's service account can get a token
   * for every audience, so the accounts must be named. The audience is what they ask for, usually
   * the URL of your service.
   *
   * @param serviceAccounts at least one, by e-mail address or by unique ID; compared exactly with
   *     the verified claim {@code email}, which an account has to ask for, and the claim {@code
   *     sub}. The address of an account that is deleted may be given to a new one, the ID never
   * @return a builder for {@code https://accounts.google.com}
   * @see <a href="https://cloud.google.com/docs/authentication/token-types#id">Google's ID
   *     tokens</a>
   */
  public static IssuerConfig.Builder googleServiceAccounts(String... serviceAccounts) {
    if (serviceAccounts.length == 0) {
      throw new OptionException(
          "serviceAccounts",
          "none given, which would accept every token",
          "name them, such as orders@shop.iam.gserviceaccount.com");
    }
    for (String account : serviceAccounts) {
      check(
          GOOGLE_SERVICE_ACCOUNT.matcher(account).matches(),
          "serviceAccounts",
          account,
          "the e-mail address or the unique ID of a service account",
          "write it as orders@shop.iam.gserviceaccount.com or 104142427804075574374");
    }
    Map<Boolean, Set<String>> accepted =
        Stream.of(serviceAccounts)
            .collect(Collectors.partitioningBy(name -> name.contains("@"), Collectors.toSet()));
    Set<String> addresses = Set.copyOf(accepted.getOrDefault(true, Set.of()));
    Set<String> ids = Set.copyOf(accepted.getOrDefault(false, Set.of()));
    return google()
        .claimCheck(
            "sub",
            claims ->
                ids.contains(String.valueOf(claims.string("sub")))
                    || (Boolean.TRUE.equals(claims.bool("email_verified"))
                        && addresses.contains(String.valueOf(claims.string("email")))));
  }

  /**
   * ID tokens of GitHub Actions, which workflows send as bearer tokens. Every workflow on GitHub
   * can get a token for every audience, so the repositories must be named.
   *
   * @param repositories at least one, as {@code owner/repository}, or {@code owner/*} for all of an
   *     owner; compared exactly with the claim {@code repository}, with the owner's capital letters
   * @return a builder for {@code https://token.actions.githubusercontent.com}
   * @see <a href="https://docs.github.com/actions/reference/security/oidc">Claims of GitHub
   *     Actions</a>
   */
  public static IssuerConfig.Builder githubActions(String... repositories) {
    AcceptedPaths accepted = AcceptedPaths.of("repositories", "octo-org/octo-repo", repositories);
    return IssuerConfig.builder("https://token.actions.githubusercontent.com")
        .claimCheck("repository", claims -> accepted.contain(claims.string("repository")));
  }

  /**
   * ID tokens of GitLab CI/CD jobs, which they send as bearer tokens. Every job of the instance can
   * get a token for every audience, so the projects must be named.
   *
   * @param instanceUrl the URL of the instance, such as {@code https://gitlab.com}
   * @param projects at least one, as {@code group/project}, or {@code group/*} for all of a group
   *     and its subgroups; compared exactly with the claim {@code project_path}
   * @return a builder for the instance
   * @see <a href="https://docs.gitlab.com/ci/secrets/id_token_authentication/">GitLab's ID
   *     tokens</a>
   */
  public static IssuerConfig.Builder gitlab(String instanceUrl, String... projects) {
    AcceptedPaths accepted = AcceptedPaths.of("projects", "group/project", projects);
    return IssuerConfig.builder(baseUrl(instanceUrl))
        .claimCheck("project_path", claims -> accepted.contain(claims.string("project_path")));
  }

  /**
   * Tokens of the service accounts of a Kubernetes cluster whose issuer can be reached by its URL,
   * as those of the large clouds can. Every pod of the cluster can get a token for every audience,
   * so the accounts must be named.
   *
   * @param issuer the issuer of the cluster, its {@code --service-account-issuer}
   * @param serviceAccounts at least one, as {@code namespace/name}, or {@code namespace/*} for all
   *     of a namespace; compared exactly with the claim {@code sub}
   * @return a builder for the issuer
   * @see <a
   *     href="https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/">Service
   *     accounts of Kubernetes</a>
   */
  public static IssuerConfig.Builder kubernetes(String issuer, String... serviceAccounts) {
    AcceptedPaths accepted = AcceptedPaths.of("serviceAccounts", "shop/orders", serviceAccounts);
    return IssuerConfig.builder(issuer)
        .claimCheck("sub", claims -> accepted.contain(serviceAccount(claims)));
  }

  private static @Nullable String serviceAccount(ClaimsSet claims) {
    Matcher account = SERVICE_ACCOUNT.matcher(String.valueOf(claims.string("sub")));
    return account.matches() ? account.group(1) + "/" + account.group(2) : null;
  }

  /**
   * Tokens of the service accounts of the Kubernetes cluster in which this process runs. The keys
   * come from the cluster's API server, which is asked with the token of this pod's own service
   * account, and must have a certificate of the cluster's authority.
   *
   * @param issuer the issuer of the cluster, often {@code
   *     https://kubernetes.default.svc.cluster.local}
   * @param ownAccount the folder where Kubernetes mounts {@code token} and {@code ca.crt} into the
   *     pod, by default {@code /var/run/secrets/kubernetes.io/serviceaccount}; the token is read
   *     again for each request, the authority is not
   * @param serviceAccounts at least one, as for {@link #kubernetes}
   * @return a builder for the issuer and its keys
   * @throws IllegalArgumentException also if the folder lacks one of these files
   */
  public static IssuerConfig.Builder inKubernetes(
      String issuer, Path ownAccount, String... serviceAccounts) {
    return inKubernetes(issuer, ownAccount, KUBERNETES_KEYS, serviceAccounts);
  }

  static IssuerConfig.Builder inKubernetes(
      String issuer, Path ownAccount, URI keys, String... serviceAccounts) {
    return kubernetes(issuer, serviceAccounts)
        .keySource(new ServiceAccount(ownAccount).jwkSetAt(keys));
  }

  /**
   * ID tokens of Firebase Authentication, which clients send as bearer tokens. They have no mark of
   * an access token, and none is asked for. The audience is the project, so none need be added. The
   * sign-in, {@code auth_time}, must be a time that is not after {@code iat}.
   *
   * @param projectId the Firebase project
   * @return a builder for {@code https://securetoken.google.com/<projectId>} with this audience
   * @see <a href="https://firebase.google.com/docs/auth/admin/verify-id-tokens">Firebase's
   *     rules</a>
   */
  public static IssuerConfig.Builder firebase(String projectId) {
    return IssuerConfig.builder("https://securetoken.google.com/" + name("projectId", projectId))
        .audience(projectId)
        .accessTokenMarkOptional()
        .requiredClaims("auth_time")
        .claimCheck("auth_time", Issuers::signedInBefore);
  }

  /** The issuer's own times are compared, since {@code iat} is not in the future. */
  private static boolean signedInBefore(ClaimsSet claims) {
    Instant signIn = claims.instant("auth_time");
    Instant issuedAt = claims.instant("iat");
    return signIn != null && issuedAt != null && !signIn.isAfter(issuedAt);
  }

  private static String baseUrl(String url) {
    String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    check(
        BASE_URL.matcher(base).matches(),
        "url",
        url,
        "an absolute URL without query",
        "{give IssuerConfig.builder(...)|drop preset, and set url to} the issuer as the claim iss has it");
    return base;
  }

  private static String host(String option, String value) {
    check(
        HOST.matcher(value).matches(),
        option,
        value,
        "a host name",
        "give it without scheme, port and path");
    return value.toLowerCase(Locale.ROOT);
  }

  private static String guid(String option, String value) {
    String lowerCase = value.toLowerCase(Locale.ROOT);
    check(
        GUID.matcher(lowerCase).matches(),
        option,
        value,
        "a tenant's GUID",
        "give the tenant ID, which tokens have in the claim tid, neither a domain nor common,"
            + " organizations or consumers");
    return lowerCase;
  }

  /** One segment of a path, which leads neither elsewhere nor to a query. */
  private static String name(String option, String value) {
    check(
        NAME.matcher(value).matches() && !value.matches("\\.+"),
        option,
        value,
        "a name of letters, digits and . _ ~ -",
        "{give IssuerConfig.builder(...)|drop preset, and set url to} the issuer as the claim iss has it");
    return value;
  }

  private static void check(
      boolean valid, String option, String value, String expected, String remedy) {
    if (!valid) {
      throw new OptionException(option, Printable.quoted(value) + " is not " + expected, remedy);
    }
  }
}
