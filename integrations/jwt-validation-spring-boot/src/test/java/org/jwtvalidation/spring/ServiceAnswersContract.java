// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.options.MetadataSample;
import org.jwtvalidation.http.requests.ServedMetadata;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.DpopClient;
import org.jwtvalidation.testkit.TestIssuer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** What challenges and metadata say of a service over a real port, on either stack. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServiceAnswersContract {

  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final String OURS = METADATA + "/orders";
  private static final String COMMON =
      "realm=\"api\", resource_metadata=\"https://api.example" + OURS + "\"";

  static final AccessRule RECENT = AccessRule.authentication().within(Duration.ofMinutes(5));

  final TestIssuer issuer = TestIssuer.start();
  private ConfigurableApplicationContext context;

  /** An application of {@code /name}, {@code /scoped} and {@code /claims} with these beans. */
  abstract ConfigurableApplicationContext run(List<Class<?>> beans, String... properties);

  /**
   * A filter chain that asks for the scope {@code orders:admin} at {@code /claims}, and for {@link
   * #RECENT} or that scope at {@code /clerk}.
   */
  abstract Class<?> ownChain();

  @BeforeAll
  void serve() {
    context = described("server.forward-headers-strategy=none");
  }

  @AfterAll
  void stop() {
    context.close();
    issuer.close();
  }

  private ConfigurableApplicationContext described(String... properties) {
    return application(
        List.of(),
        Stream.concat(
                Stream.of(properties),
                Stream.of(
                    "jwt-validation.challenge-scopes=orders:list,orders:read",
                    "jwt-validation.resource.url=https://api.example/orders",
                    "jwt-validation.resource.scopes=orders:read",
                    "jwt-validation.resource.name=Orders"))
            .toArray(String[]::new));
  }

  ConfigurableApplicationContext application(List<Class<?>> beans, String... properties) {
    String shop = "jwt-validation.issuers.shop.";
    List<String> all = new ArrayList<>(List.of(properties));
    all.add(shop + "url=" + issuer.issuer());
    all.add(shop + "audience=" + issuer.audience());
    all.add(shop + "keys.allow-loopback-http=true");
    all.add(shop + "implied-scopes=orders:admin > orders:write,orders:write > orders:read");
    return run(beans, all.toArray(String[]::new));
  }

  static int port(ConfigurableApplicationContext application) {
    return ((WebServerApplicationContext) application).getWebServer().getPort();
  }

  private static String challenge(Answer answer) {
    return answer.header("WWW-Authenticate");
  }

  @Test
  void namesScopesAndMetadataInEachChallenge() {
    int port = port(context);
    String scope = ", scope=\"orders:list orders:read\"";
    Answer missing = Answer.get(port, "/name");
    assertThat(missing.status()).isEqualTo(401);
    assertThat(challenge(missing)).isEqualTo("Bearer " + COMMON + scope);
    Answer invalid = Answer.bearer(port, "/name", issuer.token().expired().compact());
    assertThat(invalid.status()).isEqualTo(401);
    assertThat(challenge(invalid))
        .isEqualTo("Bearer " + COMMON + ", error=\"invalid_token\"" + scope);
    Answer malformed = Answer.get(port, "/name", "Authorization: Bearer a b");
    assertThat(challenge(malformed))
        .isEqualTo("Bearer " + COMMON + ", error=\"invalid_token\"" + scope);
    Answer forbidden = Answer.bearer(port, "/scoped", issuer.token().compact());
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(challenge(forbidden))
        .isEqualTo("Bearer " + COMMON + ", error=\"insufficient_scope\"");
  }

  @Test
  void grantsAuthoritiesOfImpliedScopes() {
    String admin = issuer.token().scope("orders:admin").compact();
    assertThat(Answer.bearer(port(context), "/scoped", admin).status()).isEqualTo(200);
  }

  @Test
  void namesScopesAndMetadataForBothSchemes() {
    DpopClient client = DpopClient.create(SignatureAlgorithm.ED25519);
    try (ConfigurableApplicationContext application =
        described("jwt-validation.pop.dpop.public-base=https://api.example")) {
      String bound = issuer.token().boundTo(client).compact();
      Answer unproved = Answer.get(port(application), "/name", "Authorization: DPoP " + bound);
      String expired = issuer.token().boundTo(client).expired().compact();
      Answer invalid = Answer.get(port(application), "/name", "Authorization: DPoP " + expired);
      for (Answer answer : List.of(Answer.get(port(application), "/name"), unproved, invalid)) {
        assertThat(challenge(answer).lines())
            .hasSize(2)
            .allSatisfy(
                each -> assertThat(each).contains(COMMON, "scope=\"orders:list orders:read\""));
      }
      assertThat(challenge(invalid)).containsPattern("\nDPoP .*error=\"invalid_token\"");
      assertThat(Answer.get(port(application), OURS).body())
          .contains("\"dpop_signing_alg_values_supported\":[");
    }
  }

  @Test
  void servesMetadataToEverybody() {
    ProtectedResource resource =
        ProtectedResource.builder(URI.create("https://api.example/orders"))
            .authorizationServers(issuer.issuer())
            .scopes("orders:read")
            .name("Orders")
            .build();
    Answer got = Answer.get(port(context), OURS, "Origin: https://app.example");
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.body()).isEqualTo(new String(resource.json(), UTF_8));
    assertThat(got.header("Content-Type")).isEqualTo("application/json");
    assertThat(got.header("Access-Control-Allow-Origin")).isEqualTo("*");
    Answer head = Answer.to(port(context), "HEAD " + OURS);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo(String.valueOf(resource.json().length));
    assertThat(head.body()).isEmpty();
    Answer preflight =
        Answer.to(
            port(context),
            "OPTIONS " + OURS,
            "Origin: https://app.example",
            "Access-Control-Request-Method: GET",
            "Access-Control-Request-Headers: mcp-protocol-version");
    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.header("Access-Control-Allow-Headers")).isEqualTo("*");
    assertThat(Answer.to(port(context), "POST " + OURS).status()).isEqualTo(405);
  }

  /** Keys, document and requests are those of every stack. */
  @Test
  void servesTheDocumentOfEveryStack() {
    String[] keys =
        MetadataSample.KEYS.stream().map(key -> "jwt-validation." + key).toArray(String[]::new);
    try (ConfigurableApplicationContext application = application(List.of(), keys)) {
      ServedMetadata metadata = new ServedMetadata(port(application));
      metadata.areReadFromAnywhere();
      metadata.answerPreflights();
      metadata.areNoOtherResources();
      metadata.ignoreForgedAddresses(Map.of("/name", 401, "/other", 401));
      metadata.ignoreForgedAddresses(
          Map.of("/scoped", 403), "Authorization: Bearer " + issuer.token().compact());
    }
  }

  /** The paths at which Spring Security would serve what it makes of the request. */
  private static final List<String> ELSEWHERE =
      List.of(
          METADATA,
          METADATA + "/",
          METADATA + "/other",
          OURS + "/",
          OURS + "/name",
          METADATA + "/order%73",
          "/.well%2dknown/oauth-protected-resource",
          "/.well-known/oauth%2Dprotected-resource/orders");

  @Test
  void servesMetadataAtNoOtherPath() {
    for (String path : ELSEWHERE) {
      Answer answer = Answer.get(port(context), path);
      // What is not the well-known path as it is written is nothing, or needs a token.
      assertThat(answer.status()).as(path).isIn(401, 404);
      assertThat(answer.body()).as(path).doesNotContain("resource\"");
    }
    assertThat(Answer.get(port(context), METADATA).status()).isEqualTo(404);
    assertThat(Answer.get(port(context), METADATA + "/other").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("Spring Security's metadata, which it makes of Host and forwarded fields")
  void tellsNoMetadataUnlessConfigured() {
    try (ConfigurableApplicationContext application = application(List.of())) {
      int port = port(application);
      for (String path : List.of("/name", "/error", "/nothing")) {
        assertThat(challenge(Answer.get(port, path))).as(path).isEqualTo("Bearer realm=\"api\"");
      }
      for (String path : ELSEWHERE) {
        assertThat(Answer.get(port, path).status()).as(path).isIn(401, 404);
        assertThat(Answer.get(port, path).text()).as(path).doesNotContain("localhost");
      }
    }
  }

  @Test
  void prefersTheRealmOfTheProperties() {
    try (ConfigurableApplicationContext application =
        application(List.of(ownChain()), "jwt-validation.realm=shop")) {
      assertThat(challenge(Answer.get(port(application), "/name")))
          .isEqualTo("Bearer realm=\"shop\"");
    }
  }

  /** A rule that another one has outvoted has denied nothing. */
  @Test
  void answersForTheDenialThatHappened() {
    try (ConfigurableApplicationContext application = application(List.of(ownChain()))) {
      int port = port(application);
      assertThat(challenge(Answer.get(port, "/name"))).isEqualTo("Bearer realm=\"orders\"");
      Answer byRoute = Answer.bearer(port, "/clerk", issuer.token().compact());
      assertThat(byRoute.status()).isEqualTo(401);
      assertThat(challenge(byRoute))
          .isEqualTo(
              "Bearer realm=\"api\", error=\"insufficient_user_authentication\", max_age=\"300\"");
      String admin = issuer.token().scope("orders:admin").compact();
      Answer byMethod = Answer.bearer(port, "/clerk", admin);
      assertThat(byMethod.status()).isEqualTo(403);
      assertThat(challenge(byMethod))
          .isEqualTo("Bearer realm=\"api\", error=\"insufficient_scope\"");
      String clerk = issuer.token().scope("orders:admin").roles("clerk").compact();
      assertThat(Answer.bearer(port, "/clerk", clerk).status()).isEqualTo(200);
    }
  }

  private static final List<String> FORGED =
      List.of(
          "Forwarded: for=192.0.2.1;host=evil.example;proto=https",
          "Forwarded: host=evil.example",
          "Forwarded: proto=http;host=\"evil.example:8080\"",
          "Forwarded: for=\"[2001:db8::1]\";by=192.0.2.2;host=evil.example",
          "Forwarded: host=evil.example, host=other.example",
          "X-Forwarded-Host: evil.example",
          "X-Forwarded-Host: evil.example, other.example",
          "X-Forwarded-Host: evil.example:8443",
          "X-Forwarded-Proto: https",
          "X-Forwarded-Proto: http",
          "X-Forwarded-Proto: wss",
          "X-Forwarded-Port: 8443",
          "X-Forwarded-Port: 1",
          "X-Forwarded-Ssl: on",
          "X-Forwarded-For: 192.0.2.1",
          "X-Forwarded-For: 127.0.0.1, 192.0.2.1",
          "X-Forwarded-Prefix: /evil",
          "X-Forwarded-Prefix: /evil, /other",
          "X-Forwarded-Prefix: " + METADATA,
          "X-Forwarded-Server: evil.example",
          "X-Forwarded-Scheme: http",
          "X-Forwarded-Path: " + OURS,
          "X-Forwarded-Uri: " + OURS,
          "X-Original-URL: " + OURS,
          "X-Rewrite-URL: " + OURS,
          "X-Host: evil.example",
          "X-Original-Host: evil.example",
          "X-HTTP-Host-Override: evil.example",
          "Front-End-Https: on",
          "X-Url-Scheme: http",
          "X-Real-IP: 192.0.2.1");

  private static final List<String> FORGED_HOSTS =
      List.of("evil.example", "evil.example:8443", "127.0.0.1", "[::1]", "api.example");

  /** Fields of Spring Security that differ where Spring believes the fields; and the time. */
  private static final List<String> NOT_OURS =
      List.of("Date:", "Set-Cookie: JSESSIONID=", "Strict-Transport-Security:");

  private static String octets(Answer answer) {
    return answer
        .text()
        .lines()
        .filter(line -> NOT_OURS.stream().noneMatch(line::startsWith))
        .collect(Collectors.joining("\n"));
  }

  @Test
  @DisplayName("forged Host, Forwarded and X-Forwarded-* in answers to clients")
  void takesNothingFromForgedFields() {
    assertThat(FORGED.size()).isGreaterThanOrEqualTo(30);
    String expired = "Authorization: Bearer " + issuer.token().expired().compact();
    String plain = "Authorization: Bearer " + issuer.token().compact();
    Map<String, String> requests =
        Map.of(
            "/name",
            "Accept: */*",
            "/claims",
            expired,
            "/scoped",
            plain,
            OURS,
            "Accept: */*",
            METADATA + "/other",
            "Accept: */*");
    assertTakesNothing("none", port(context), requests);
    for (String strategy : List.of("framework", "native")) {
      try (ConfigurableApplicationContext application =
          described("server.forward-headers-strategy=" + strategy)) {
        assertTakesNothing(strategy, port(application), requests);
      }
    }
  }

  private static void assertTakesNothing(String strategy, int port, Map<String, String> requests) {
    requests.forEach((path, field) -> {
      String honest = octets(Answer.get(port, path, field));
      for (String forged : FORGED) {
        assertThat(octets(Answer.get(port, path, field, forged)))
            .as(strategy + " " + path + " " + forged)
            .isEqualTo(honest);
      }
      for (String host : FORGED_HOSTS) {
        assertThat(octets(Answer.toHost(host, port, "GET " + path, field)))
            .as(strategy + " " + path + " " + host)
            .isEqualTo(honest);
      }
    });
  }
}
