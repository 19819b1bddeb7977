// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.issuers.Issuers;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.TokenRejectedException;

@Timeout(300)
public class ResourceServerConfigurationTest {

  private static final String URL = "issuers.shop.url=https://issuer.example";
  private static final String AUDIENCE = "issuers.shop.audience=orders";

  private static ResourceServerConfiguration configuration(String... lines) {
    return new ResourceServerConfiguration(TextOptions.of(lines));
  }

  /** What is checked of each issuer, by its name. */
  private static Map<String, String> issuers(String... lines) {
    Map<String, String> issuers = new LinkedHashMap<>();
    configuration(lines)
        .validator((name, issuer) -> issuers.put(name, issuer.build().toString()), null)
        .build()
        .close();
    return issuers;
  }

  private static void fails(String message, String... lines) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> {
          ResourceServerConfiguration configuration = configuration(lines);
          try (TokenValidator validator =
              configuration.validator((name, config) -> {}, null).build()) {
            configuration.authenticator(validator, null).build();
          }
        })
        .withMessage(message);
  }

  @Test
  void needsTwoLines() {
    assertThat(issuers(URL, AUDIENCE))
        .containsExactly(
            Map.entry("shop", "IssuerConfig[issuer=https://issuer.example, audience=[orders]]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          issuer-aliases=issuer.example -> issuerAliases=[issuer.example], audience=[orders]
          audience=orders,billing -> audience=[billing, orders]
          all-audiences=a,b -> audience=[orders], allAudiences=[a, b]
          algorithms=ES256,EdDSA -> audience=[orders], algorithms=[ES256, ED25519, ED448]
          rfc9068=true -> audience=[orders], rfc9068
          implied-scopes=write > read,admin > write list -> audience=[orders], impliedScopes=[admin, write]
          require-access-token-type=true -> audience=[orders], requireAccessTokenType
          access-token-mark-optional=true -> audience=[orders], accessTokenMarkOptional
          leeway=PT5S -> audience=[orders], leeway=PT5S
          max-age=PT1H -> audience=[orders], maxAge=PT1H
          subject-optional=true -> audience=[orders], subjectOptional
          issued-at-optional=true -> audience=[orders], issuedAtOptional
          sender-constraint-checked-elsewhere=true -> audience=[orders], senderConstraintCheckedElsewhere
          clients=web,app -> audience=[orders], clients=[app, web]
          client-claim=cid -> audience=[orders], clientClaim=cid
          require-client=true -> audience=[orders], requireClient
          ignored-header-parameters=jku -> audience=[orders], ignoredHeaderParameters=[jku]
          required-claims=jti,sid -> audience=[orders], requiredClaims=[jti, sid]
          """)
  void setsEachOptionOfAnIssuer(String option, String checked) {
    assertThat(issuers(URL, AUDIENCE, "issuers.shop." + option))
        .containsEntry("shop", "IssuerConfig[issuer=https://issuer.example, " + checked + "]");
  }

  @Test
  void acceptsAnyAudienceOnlyIfToldTo() {
    assertThat(issuers(URL, "issuers.shop.any-audience=true"))
        .containsEntry("shop", "IssuerConfig[issuer=https://issuer.example, anyAudience]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          roles.claim=duties -> cook, waiter
          roles.claim=duties,posts -> cook, waiter, host
          roles.member-names=projects -> north
          roles.keycloak-realm=true -> user
          roles.keycloak-client=orders -> clerk
          scopes-claim=rights ->
          """)
  void readsRolesAndScopesWhereTheyAre(String option, String roles) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator =
        configuration(URL, "issuers.shop.audience=" + issuer.audience(), "issuers.shop." + option)
            .validator((name, config) -> config.keySource(issuer.keySource()), null)
            .build()) {
      AccessToken token =
          validator.validate(
              issuer
                  .token()
                  .claim("duties", List.of("cook", "waiter"))
                  .claim("posts", List.of("host"))
                  .claim("projects", Map.of("north", 1))
                  .claim("realm_access", Map.of("roles", List.of("user")))
                  .claim("resource_access", Map.of("orders", Map.of("roles", List.of("clerk"))))
                  .claim("rights", "read write")
                  .compact());
      if (roles == null) {
        assertThat(token.scopes()).containsExactly("read", "write");
      } else {
        assertThat(token.roles()).containsExactly(roles.split(", ", -1));
      }
    }
  }

  @Test
  void makesATemplateOfAUrlWithTenants() {
    assertThat(
            issuers(
                "issuers.all.url=https://login.example/{tenant}/v2",
                "issuers.all.tenants=north,south",
                "issuers.all.audience=orders",
                "issuers.all.keys.discovered=https://login.example/common/v2",
                "issuers.all.keys.metadata-issuer=https://login.example/{tenantid}/v2"))
        .containsEntry(
            "all", "IssuerConfig[template=https://login.example/{tenant}/v2, audience=[orders]]");
  }

  private static void isSameAs(IssuerConfig.Builder preset, String... options) {
    List<String> lines = new ArrayList<>(List.of("issuers.shop.audience=orders"));
    for (String option : options) {
      lines.add("issuers.shop." + option);
    }
    assertThat(issuers(lines.toArray(String[]::new)))
        .containsEntry("shop", preset.audience("orders").build().toString());
  }

  @Test
  void knowsEveryPreset() {
    String tenant = "6f1e0c9a-0000-4000-8000-000000000001";
    isSameAs(
        Issuers.keycloak("https://sso.example/auth", "shop"),
        "preset=keycloak",
        "url=https://sso.example/auth/realms/shop");
    isSameAs(Issuers.auth0("shop.eu.auth0.com"), "preset=auth0", "url=https://shop.eu.auth0.com/");
    isSameAs(
        Issuers.okta("shop.okta.com", "aus9"),
        "preset=okta",
        "url=https://shop.okta.com/oauth2/aus9");
    isSameAs(
        Issuers.entra(tenant),
        "preset=entra",
        "url=https://login.microsoftonline.com/" + tenant + "/v2.0");
    isSameAs(Issuers.entraTenants(tenant), "preset=entra", "tenants=" + tenant);
    isSameAs(
        Issuers.entraV1(tenant), "preset=entra-v1", "url=https://sts.windows.net/" + tenant + "/");
    isSameAs(
        Issuers.cognito("eu-west-1", "eu-west-1_9o8w", "app"),
        "preset=cognito",
        "clients=app",
        "url=https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_9o8w");
    isSameAs(
        Issuers.cognitoUpdatedIssuer("eu-west-1", "eu-west-1_9o8w", "app"),
        "preset=cognito",
        "clients=app",
        "url=https://issuer-cognito-idp.eu-west-1.amazonaws.com/eu-west-1_9o8w");
    isSameAs(Issuers.google(), "preset=google");
    isSameAs(
        Issuers.googleServiceAccounts("104142427804075574374"),
        "preset=google-service-accounts",
        "service-accounts=104142427804075574374");
    isSameAs(Issuers.githubActions("octo/repo"), "preset=github-actions", "repositories=octo/repo");
    isSameAs(
        Issuers.gitlab("https://gitlab.com", "group/project"),
        "preset=gitlab",
        "url=https://gitlab.com",
        "projects=group/project");
    isSameAs(
        Issuers.kubernetes("https://cluster.example", "shop/orders"),
        "preset=kubernetes",
        "url=https://cluster.example",
        "service-accounts=shop/orders");
    isSameAs(
        Issuers.firebase("shop"), "preset=firebase", "url=https://securetoken.google.com/shop");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          preset=keycloak,url=https://sso.example -> url: https://sso.example is not of the form https://sso.example/realms/<realm>; write it so, or drop preset
          preset=keycloak,url=https://sso.example/realms/{tenant} -> url: https://sso.example/realms/{tenant} is a template, whose tenants share their keys, and those of this preset do not; use an IssuerResolver
          preset=keycloak -> url: none given; set the issuer identifier, as tokens have it in iss
          preset=auth0,url=https://a_b/ -> url: "a_b" is not a host name; give it without scheme, port and path
          preset=google,url=https://accounts.google.de -> url: https://accounts.google.de is not that of the preset; set https://accounts.google.com, or drop preset
          preset=google,tenants=a -> tenants: has no meaning for preset google; drop it, or the preset
          preset=github-actions -> repositories: none given, which would accept every token; name them, such as octo-org/octo-repo, or all below a path: octo-org/*
          preset=gitlab,url=gitlab,projects=a/b -> url: "gitlab" is not an absolute URL without query; drop preset, and set url to the issuer as the claim iss has it
          preset=gitlab,url=https://gitlab.com,projects=a -> projects: "a" is not a path; write it as group/project
          preset=cognito,url=https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_9 -> clients: none given, and the tokens have no audience; name the accepted app clients
          preset=entra -> tenants: none given; name at least one tenant
          preset=entra,url=https://login.microsoftonline.com/6f1e0c9a-0000-4000-8000-000000000001/v2.0,tenants=a -> tenants: set besides the url of one tenant; drop one of them
          preset=entra,tenants=common -> tenants: "common" is not a tenant's GUID; give the tenant ID, which tokens have in the claim tid, neither a domain nor common, organizations or consumers
          preset=in-kubernetes,url=https://cluster.example,service-accounts=a/b,own-account=/nowhere -> own-account: /nowhere has no service account (java.io.UncheckedIOException: java.nio.file.NoSuchFileException: /nowhere/token); mount its token and ca.crt, or use preset=kubernetes with a keys.jwks-uri
          preset=entra-v1,url=https://sts.windows.net/6f1e0c9a-0000-4000-8000-000000000001/,keys.total-timeout=PT1S -> keys.total-timeout: set for a preset that names the place of its keys; drop it, or set jwks-uri
          """)
  void saysWhatAPresetLacks(String options, String message) {
    fails("jwt-validation.issuers.shop." + message, lines(options));
  }

  private static String[] lines(String options) {
    List<String> lines = new ArrayList<>(List.of(AUDIENCE));
    for (String option : options.split(",(?=[a-z.-]+=)", -1)) {
      lines.add("issuers.shop." + option);
    }
    return lines.toArray(String[]::new);
  }

  @Test
  void needsAnIssuerOrAResolver() {
    fails(
        "jwt-validation.issuers: none given; set jwt-validation.issuers.<name>.url and .audience");
    ResourceServerConfiguration empty = configuration();
    empty.validator((name, issuer) -> {}, issuer -> null).build().close();
  }

  @Test
  void needsUrlAndAudienceOfAnIssuer() {
    fails(
        "jwt-validation.issuers.shop.url: none given; set the issuer identifier, as tokens have it"
            + " in iss",
        AUDIENCE);
    fails(
        "jwt-validation.issuers.shop.audience: none given for https://issuer.example; set"
            + " audience, or any-audience to accept any",
        URL);
  }

  @Test
  void refusesTheSameIssuerTwice() {
    fails(
        "jwt-validation.issuers.shop.url: https://issuer.example is also that of"
            + " jwt-validation.issuers.first; configure each issuer once",
        URL,
        AUDIENCE,
        "issuers.first.url=https://issuer.example",
        "issuers.first.audience=billing");
    fails(
        "jwt-validation.issuers.shop.issuer-aliases: https://issuer.example is already configured;"
            + " configure each issuer once",
        URL,
        AUDIENCE,
        "issuers.first.url=https://first.example",
        "issuers.first.issuer-aliases=https://issuer.example",
        "issuers.first.audience=billing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          leeway=PT10M -> leeway: PT10M is not between PT0S and PT5M; choose a duration in between
          max-age=PT0S -> max-age: PT0S is not more than zero and at most PT87600H; choose a duration in between
          max-age=PT1H,issued-at-optional=true -> max-age: set while iat is optional; drop issued-at-optional
          any-audience=true -> audience: both named and any audience for https://issuer.example; drop any-audience
          algorithms=HS256 -> algorithms: "HS256" is symmetric: a party that can check such a token can also write one, so only public keys are supported; let the issuer sign with a private key; choose one of [RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, Ed25519, Ed448, ML-DSA-44, ML-DSA-65, ML-DSA-87]
          ignored-header-parameters=kid -> ignored-header-parameters: [kid] are not all of [jwk, jku, x5u, x5c]; drop the others, which are checked or have no effect
          access-token-mark-optional=true,require-access-token-type=true -> access-token-mark-optional: set while the type at+jwt is required; drop access-token-mark-optional, or require-access-token-type
          tenants=a -> tenants: set for the one issuer https://issuer.example; write {tenant} in url, or drop it
          repositories=a/b -> repositories: set without its preset; set preset=github-actions, or drop it
          projects=a/b -> projects: set without its preset; set preset=gitlab, or drop it
          service-accounts=a/b -> service-accounts: set without its preset; set preset=kubernetes, or drop it
          own-account=/a -> own-account: set without its preset; set preset=in-kubernetes, or drop it
          url=http://issuer.example -> url: http://issuer.example is plain http; give an https URI, or allow it by keys.allow-http-from, in a network that you trust
          url=http://localhost:1 -> url: http://localhost:1 is plain http; give an https URI, or allow it by keys.allow-loopback-http, for tests on this machine
          url=issuer.example -> url: issuer.example is not an absolute https URI without user information and fragment; give one
          url=https://a.example/{tenant} -> tenants: none given for https://a.example/{tenant}; set tenants, which says whose tokens are accepted
          url=https://a.example/{tenant},tenants=n -> keys: none given for the template https://a.example/{tenant}; name the place of the keys that all tenants share, or use an IssuerResolver where each has keys of its own, as the realms of Keycloak have
          url=https://a.example/{tenant},tenants=n,keys.total-timeout=PT1S -> keys.total-timeout: set for a template without keys; set jwks-uri, discovered or file, too
          keys.jwks-uri=http://a.example/keys -> keys.jwks-uri: http://a.example/keys is plain http; give an https URI, or allow it by keys.allow-http-from, in a network that you trust
          keys.discovered=a -> keys.discovered: a is not an absolute https URI without user information and fragment; give one
          keys.jwks-uri=https://a.example/keys,keys.file=/a -> keys.file: set besides jwks-uri; drop one, as keys have one place
          keys.file=/nowhere -> keys.file: /nowhere has no usable JWK Set (java.nio.file.NoSuchFileException: /nowhere); name a readable file
          keys.file=/nowhere,keys.hard-expiry=PT1H -> keys.hard-expiry: set for keys in a file, which are not fetched; drop it, or file
          keys.jwks-uri=https://a.example/keys,keys.metadata-issuer=a -> keys.metadata-issuer: set for keys at a URI, which have no metadata; drop it, or use keys.discovered
          keys.connect-timeout=PT0S -> keys.connect-timeout: PT0S is not positive; give a longer duration
          keys.total-timeout=PT0S -> keys.total-timeout: PT0S is not positive; give a longer duration
          keys.refresh-interval=PT0S -> keys.refresh-interval: PT0S is not positive; give a longer duration
          keys.unknown-key-cooldown=PT0S -> keys.unknown-key-cooldown: PT0S is not positive; give a longer duration
          keys.first-retry=PT0S -> keys.first-retry: PT0S is not positive; give a longer duration
          keys.longest-retry=PT0S -> keys.longest-retry: PT0S is not positive; give a longer duration
          keys.first-retry=PT1S -> keys.longest-retry: none given besides first-retry; set both or neither
          keys.longest-retry=PT1S -> keys.first-retry: none given besides longest-retry; set both or neither
          keys.hard-expiry=PT0S -> keys.hard-expiry: PT0S is not positive; give a longer duration
          keys.header.Host=secret -> keys.header: a field "Host" of this value cannot be set; choose another name, and printable text
          keys.allow-http-from=http://a -> keys.allow-http-from: "http://a" is not a host; give a name or an address, without scheme and port
          """)
  void namesKeyValueAndRemedyOfAnIssuer(String options, String message) {
    List<String> lines = new ArrayList<>(List.of(lines(options)));
    if (!options.contains("url=")) {
      lines.add(URL);
    }
    fails("jwt-validation.issuers.shop." + message, lines.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          cache-size=-1 -> cache-size: -1 is not between 0 and 10000000; choose a number in between, 0 for no cache
          max-concurrent-verifications=0 -> max-concurrent-verifications: 0 is not between 1 and 10000; choose about twice the number of processors, or leave it out for no limit
          max-training=PT2M -> max-training: PT2M is not between PT0S and PT1M; choose some seconds, or zero for no training
          max-resolved-issuers=0 -> max-resolved-issuers: 0 is not between 1 and 100000; choose a number in between
          limits.token-length=0 -> limits.token-length: 0 is not between 1 and 1048576; choose a value in between
          limits.header-length=0 -> limits.header-length: 0 is not between 1 and 1048576; choose a value in between
          limits.string-length=0 -> limits.string-length: 0 is not between 1 and 1048576; choose a value in between
          limits.members=0 -> limits.members: 0 is not between 1 and 1048576; choose a value in between
          limits.depth=65 -> limits.depth: 65 is not between 1 and 64; choose a value in between
          signature-provider=None -> signature-provider: None is not installed; install it, or name an installed one
          realm=Käse -> realm: "K\\u00e4se" has a character that is not visible ASCII; leave it out
          resource.url=http://a.example -> resource.url: "http://a.example" is not an https URI without user information and fragment; give the URI of your service as clients see it
          resource.scopes=a -> resource.scopes: set without resource.url; set that, too, or drop this
          """)
  void namesKeyValueAndRemedyOfTheServer(String option, String message) {
    fails("jwt-validation." + message, URL, AUDIENCE, option);
  }

  @Test
  void namesTheKeyOfAPageThatIsNotAbsolute() {
    fails(
        "jwt-validation.resource.documentation: \"one\" is not absolute;"
            + " give the URI with its scheme and host",
        URL,
        AUDIENCE,
        "resource.url=https://orders.example",
        "resource.documentation=one");
  }

  private static void validates(Consumer<TestIssuer> check, TestIssuer issuer, String... options) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "issuers.shop.url=" + issuer.issuer(),
                "issuers.shop.audience=" + issuer.audience()));
    lines.addAll(List.of(options));
    try (TokenValidator validator =
        configuration(lines.toArray(String[]::new)).validator((name, config) -> {}, null).build()) {
      assertThat(validator.validate(issuer.token().subject("jo").compact()).subject())
          .isEqualTo("jo");
      check.accept(issuer);
    }
  }

  @Test
  void fetchesKeysAsTold(@TempDir Path folder) throws Exception {
    try (TestIssuer issuer = TestIssuer.builder().algorithm(SignatureAlgorithm.RS256).start()) {
      validates(
          asked ->
              assertThat(asked.requests())
                  .allMatch(request -> "7".equals(request.header("X-Shop"))),
          issuer,
          "issuers.shop.keys.allow-loopback-http=true",
          "issuers.shop.keys.header.X-Shop=7",
          "issuers.shop.keys.first-retry=PT1S",
          "issuers.shop.keys.longest-retry=PT2S");
      issuer.forgetRequests();
      validates(
          asked -> assertThat(asked.requests()).hasSize(1),
          issuer,
          "issuers.shop.keys.jwks-uri=" + issuer.jwksUri(),
          "issuers.shop.keys.allow-http-from=127.0.0.1");
      Path file = Files.writeString(folder.resolve("jwks.json"), issuer.jwkSetJson());
      issuer.forgetRequests();
      validates(
          asked -> assertThat(asked.requests()).isEmpty(),
          issuer,
          "issuers.shop.keys.file=" + file,
          "signature-provider=SunRsaSign");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "->",
      textBlock =
          """
          connect-timeout=PT6S -> connect-timeout: PT6S is longer than the total time-out PT5S; shorten it, or lengthen total-timeout
          connect-timeout=PT1.5S,total-timeout=PT1S -> connect-timeout: PT1.5S is longer than the total time-out PT1S; shorten it, or lengthen total-timeout
          refresh-interval=PT13H -> refresh-interval: PT13H is longer than the hard expiry PT12H; shorten it, or lengthen hard-expiry
          hard-expiry=PT1M -> refresh-interval: PT10M is longer than the hard expiry PT1M; shorten it, or lengthen hard-expiry
          first-retry=PT31S,longest-retry=PT29S -> first-retry: PT31S is longer than the longest wait PT29S; shorten it, or lengthen longest-retry
          """)
  void takesEachTimeOfKeysForWhatItIs(String options, String message) {
    // A contradiction shows which of the times a value has become.
    List<String> lines = new ArrayList<>(List.of(URL, AUDIENCE));
    for (String option : options.split(",", -1)) {
      lines.add("issuers.shop.keys." + option);
    }
    fails("jwt-validation.issuers.shop.keys." + message, lines.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({"PT0.000000001S, true", "PT24H, false"})
  void fetchesForUnknownKeysAsOftenAsTold(String cooldown, boolean again) {
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator =
            configuration(
                    "issuers.shop.url=" + issuer.issuer(),
                    "issuers.shop.audience=" + issuer.audience(),
                    "issuers.shop.keys.allow-loopback-http=true",
                    "issuers.shop.keys.unknown-key-cooldown=" + cooldown)
                .validator((name, config) -> {}, null)
                .build()) {
      validator.validate(issuer.token().compact());
      TestKey unknown = issuer.unpublishedKey(SignatureAlgorithm.ES256);
      String ofUnknown = issuer.token().signedBy(unknown).compact();
      long initial = issuer.jwksRequests();
      assertThat(validator.tryValidate(ofUnknown).isAccepted()).isFalse();
      long first = issuer.jwksRequests();
      assertThat(first).isGreaterThan(initial);
      assertThat(validator.tryValidate(ofUnknown).isAccepted()).isFalse();
      assertThat(issuer.jwksRequests() > first).isEqualTo(again);
      // The time is not that between two refreshes.
      assertThat(validator.keyHealth().get(issuer.issuer()).nextRefresh()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "false, 1"})
  void leavesSignaturesToProvidersIfToldTo(boolean providersOnly, int tables) {
    TestIssuer issuer =
        TestIssuer.builder().algorithm(SignatureAlgorithm.ES256).offline("https://issuer.example");
    try (TokenValidator validator =
        configuration(
                URL,
                "issuers.shop.audience=" + issuer.audience(),
                "cache-size=0",
                "signatures-by-providers-only=" + providersOnly)
            .validator((name, config) -> config.keySource(issuer.keySource()), null)
            .build()) {
      // The library's own arithmetic makes the table of a key after 16 signatures.
      for (int i = 0; i < 17; i++) {
        validator.validate(issuer.token().compact());
      }
      assertThat(validator.keyTables().get(issuer.issuer()).count()).isEqualTo(tables);
    }
  }

  /** What validates the tokens of an issuer whose keys are at hand. */
  private static TokenValidator validator(TestIssuer issuer, String option) {
    return configuration(URL, "issuers.shop.audience=" + issuer.audience(), option)
        .validator((name, config) -> config.keySource(issuer.keySource()), null)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"PT5S, 30, false", "PT5M, 90, true"})
  void acceptsExpiredTokensWithinTheLeeway(String leeway, int secondsAgo, boolean isAccepted) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    String token = issuer.token().expiresIn(Duration.ofSeconds(-secondsAgo)).compact();
    try (TokenValidator validator = validator(issuer, "issuers.shop.leeway=" + leeway)) {
      assertThat(validator.tryValidate(token).isAccepted()).isEqualTo(isAccepted);
    }
  }

  @Test
  void discoversKeysAsToldElsewhere() {
    try (TestIssuer server = TestIssuer.start()) {
      for (String named : List.of(server.issuer(), "https://login.example/{tenantid}")) {
        server.forgetRequests();
        server.discoveryResponse(
            TestResponse.json(
                "{\"issuer\":\"" + named + "\",\"jwks_uri\":\"" + server.jwksUri() + "\"}"));
        try (TokenValidator validator =
            configuration(
                    URL,
                    "issuers.shop.audience=" + server.audience(),
                    "issuers.shop.keys.discovered=" + server.issuer(),
                    "issuers.shop.keys.metadata-issuer=" + named,
                    "issuers.shop.keys.allow-loopback-http=true")
                .validator((name, config) -> {}, null)
                .build()) {
          String token = server.token().claim("iss", "https://issuer.example").compact();
          assertThat(validator.validate(token).issuer()).isEqualTo("https://issuer.example");
          assertThat(server.requests()).as("for metadata and keys").hasSize(2);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void cachesAsManyTokensAsTold(int size) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator = validator(issuer, "cache-size=" + size)) {
      for (int i = 0; i < 3; i++) {
        validator.validate(issuer.token().compact());
      }
      assertThat(validator.cachedTokens()).isEqualTo(size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void keepsAsManyResolvedIssuersAsTold(int kept) {
    Map<String, TestIssuer> issuers = new LinkedHashMap<>();
    for (String name : List.of("https://a.example", "https://b.example", "https://c.example")) {
      issuers.put(name, TestIssuer.offline(name));
    }
    try (TokenValidator validator =
        configuration("max-resolved-issuers=" + kept)
            .validator(
                (name, config) -> {},
                name -> issuers.get(name).config().audience(TestIssuer.AUDIENCE).build())
            .build()) {
      for (TestIssuer issuer : issuers.values()) {
        validator.validate(issuer.token().compact());
      }
      assertThat(validator.resolvedKeyHealth()).hasSize(kept);
    }
  }

  @ParameterizedTest
  @CsvSource({"PT0S, true", "PT1S, false"})
  void isReadyWithoutTrainingIfToldTo(String longest, boolean atOnce) {
    try (TokenValidator validator =
        validator(TestIssuer.offline("https://issuer.example"), "max-training=" + longest)) {
      assertThat(validator.isReady()).isEqualTo(atOnce);
    }
  }

  @Test
  void leavesWhatIsNotSaidToTheBuilders() {
    List<String> configs = new ArrayList<>();
    ResourceServerConfiguration configuration = configuration(URL, AUDIENCE);
    try (TokenValidator validator =
        configuration
            .validator((name, builder) -> configs.add(builder.build().toString()), null)
            .build()) {
      assertThat(configs)
          .containsExactly("IssuerConfig[issuer=https://issuer.example, audience=[orders]]");
      assertThat(validator.keyHealth()).containsOnlyKeys("https://issuer.example");
      BearerAuthenticator authenticator = configuration.authenticator(validator, null).build();
      assertThat(FrameworkAuthenticator.of(authenticator).resource()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "token-length, 100, TOKEN_TOO_LARGE",
    "header-length, 10, LIMIT_EXCEEDED",
    "string-length, 3, LIMIT_EXCEEDED",
    "members, 2, LIMIT_EXCEEDED",
    "depth, 1, LIMIT_EXCEEDED",
  })
  void boundsEachPartOfAToken(String limit, int value, Reason reason) {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator =
        configuration(URL, AUDIENCE, "limits." + limit + "=" + value)
            .validator((name, config) -> {}, null)
            .build()) {
      assertThatExceptionOfType(TokenRejectedException.class)
          .isThrownBy(() ->
              validator.validate(issuer.token().claim("deep", Map.of("a", List.of(1))).compact()))
          .extracting(rejected -> rejected.rejection().reason())
          .isEqualTo(reason);
    }
  }

  @Test
  void boundsTokens() {
    try (TokenValidator validator =
        configuration(URL, AUDIENCE, "limits.token-length=10")
            .validator((name, config) -> {}, null)
            .build()) {
      assertThatExceptionOfType(TokenRejectedException.class)
          .isThrownBy(() -> validator.validate("0123456789a"))
          .extracting(rejected -> rejected.rejection().reason())
          .isEqualTo(Reason.TOKEN_TOO_LARGE);
    }
  }
}
