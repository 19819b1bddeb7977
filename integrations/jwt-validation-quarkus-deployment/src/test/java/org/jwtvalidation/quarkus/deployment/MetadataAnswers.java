// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What clients are told of the service where nothing is served without a token, and where forwarded
 * fields are read: at the same paths, wherever those of the application begin.
 */
abstract class MetadataAnswers {

  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
  private static final String JSON =
      "{\"resource\":\"https://orders.example/v1\","
          + "\"authorization_servers\":[\"https://issuer.example\"],"
          + "\"scopes_supported\":[\"orders:read\",\"orders:write\"],"
          + "\"bearer_methods_supported\":[\"header\"],"
          + "\"dpop_signing_alg_values_supported\":[\"ES256\"]}";
  private static final String CHALLENGE =
      " realm=\"orders\", resource_metadata=\"https://orders.example" + WELL_KNOWN + "/v1\"";
  private static final String DPOP = ", DPoP" + CHALLENGE + ", algs=\"ES256\"";
  private static final String DEFAULT_SCOPE = ", scope=\"orders:read\"";
  private static final String EXPOSED = "access-control-expose-headers: WWW-Authenticate";

  /** Fields that name another host, scheme, port or path, of which frameworks make URIs. */
  private static final List<String> FORGED =
      List.of(
          "Host: evil.example",
          "Host: evil.example:8443",
          "Host: orders.example.evil.example",
          "X-Forwarded-Host: evil.example",
          "X-Forwarded-Host: evil.example:8443",
          "X-Forwarded-Host: evil.example, orders.example",
          "X-Forwarded-Host: a@evil.example",
          "X-Forwarded-Proto: http",
          "X-Forwarded-Proto: https",
          "X-Forwarded-Port: 8443",
          "X-Forwarded-Ssl: on",
          "X-Forwarded-For: 203.0.113.7",
          "X-Forwarded-Server: evil.example",
          "X-Forwarded-Path: /evil",
          "X-Forwarded-Prefix: /evil",
          "X-Forwarded-Uri: /evil",
          "X-Forwarded-Scheme: http",
          "X-Forwarded-Protocol: http",
          "X-Forwarded-By: evil.example",
          "Forwarded: host=evil.example",
          "Forwarded: host=evil.example;proto=http",
          "Forwarded: for=203.0.113.7;host=\"evil.example:8443\";proto=https",
          "Forwarded: host=orders.example, host=evil.example",
          "X-Original-Host: evil.example",
          "X-Original-URL: /evil",
          "X-Rewrite-URL: /evil",
          "X-Host: evil.example",
          "X-HTTP-Host-Override: evil.example",
          "X-Real-IP: 203.0.113.7",
          "Front-End-Https: on",
          "Via: 1.1 evil.example",
          "Referer: https://evil.example/");

  private final String root;

  MetadataAnswers(String root) {
    this.root = root;
  }

  static QuarkusUnitTest application() {
    return Application.orders(MetadataAnswers.class, Raw.class)
        .overrideConfigKey("jwt-validation.resource.url", "https://orders.example/v1")
        .overrideConfigKey(
            "jwt-validation.resource.authorization-servers", "https://issuer.example")
        .overrideConfigKey("jwt-validation.resource.scopes", "orders:read,orders:write")
        .overrideConfigKey("jwt-validation.challenge-scopes", "orders:read")
        .overrideConfigKey("jwt-validation.pop.dpop.public-base", "https://orders.example")
        .overrideConfigKey("jwt-validation.pop.dpop.algorithms", "ES256")
        .overrideConfigKey("quarkus.http.auth.permission.all.paths", "/*")
        .overrideConfigKey("quarkus.http.auth.permission.all.policy", "authenticated")
        .overrideConfigKey("quarkus.http.cors.enabled", "true")
        .overrideConfigKey("quarkus.http.cors.origins", "https://app.example")
        .overrideConfigKey("quarkus.http.proxy.proxy-address-forwarding", "true")
        .overrideConfigKey("quarkus.http.proxy.allow-forwarded", "true")
        .overrideConfigKey("quarkus.http.proxy.allow-x-forwarded", "true")
        .overrideConfigKey("quarkus.http.proxy.enable-forwarded-host", "true")
        .overrideConfigKey("quarkus.http.proxy.enable-forwarded-prefix", "true");
  }

  private static String bearer(String... scopes) {
    return "Authorization: Bearer " + Issuer.ISSUER.token().subject("jo").scope(scopes).compact();
  }

  private static String invalid() {
    return "Authorization: Bearer " + Issuer.ISSUER.token().expired().compact();
  }

  @Test
  void areServedToEverybody() {
    for (String credentials : List.of("X-None: x", invalid(), bearer())) {
      assertThat(
              Raw.answer("GET " + WELL_KNOWN + "/v1", credentials, "Origin: https://any.example"))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("content-type: application/json\r\n")
          .contains("access-control-allow-origin: *\r\n")
          .endsWith("\r\n\r\n" + JSON);
    }
    String got = Raw.answer("GET " + WELL_KNOWN + "/v1");
    assertThat(Raw.answer("HEAD " + WELL_KNOWN + "/v1"))
        .isEqualTo(got.substring(0, got.length() - JSON.length()))
        .contains("content-length: " + JSON.length() + "\r\n");
    assertThat(Raw.answer("POST " + WELL_KNOWN + "/v1"))
        .startsWith("HTTP/1.1 405 ")
        .contains("allow: GET, HEAD, OPTIONS\r\n");
  }

  @Test
  void areReadableForPagesOfAnyOrigin() {
    assertThat(
            Raw.answer(
                "OPTIONS " + WELL_KNOWN + "/v1",
                "Origin: https://any.example",
                "Access-Control-Request-Method: GET",
                "Access-Control-Request-Headers: mcp-protocol-version"))
        .startsWith("HTTP/1.1 204 ")
        .contains("access-control-allow-origin: *\r\n")
        .contains("access-control-allow-headers: *\r\n");
  }

  @Test
  void areAtOnePath() {
    for (String suffix : List.of("", "/", "/v2", "/v1/", "/v1/x", "//v1", "/%761", "/v1;x")) {
      assertThat(Raw.answer("GET " + WELL_KNOWN + suffix)).as(suffix).startsWith("HTTP/1.1 404 ");
    }
    for (String other :
        List.of(
            "/.well-known//oauth-protected-resource/v1",
            "/.well-known/./oauth-protected-resource/v1",
            "/%2ewell-known/oauth-protected-resource/v1")) {
      assertThat(Raw.answer("GET " + other)).as(other).startsWith("HTTP/1.1 404 ");
    }
  }

  @Test
  void areNamedInEachChallenge() {
    assertThat(Raw.challenge("GET " + root + "/orders/read"))
        .isEqualTo("Bearer" + CHALLENGE + DEFAULT_SCOPE + DPOP + DEFAULT_SCOPE);
    assertThat(Raw.challenge("GET " + root + "/orders/read", invalid()))
        .isEqualTo(
            "Bearer"
                + CHALLENGE
                + ", error=\"invalid_token\""
                + DEFAULT_SCOPE
                + DPOP
                + DEFAULT_SCOPE);
    assertThat(Raw.challenge("GET " + root + "/orders/read", bearer()))
        .startsWith("Bearer" + CHALLENGE + ", error=\"insufficient_scope\"");
  }

  @Test
  void letPreflightsPass() {
    assertThat(
            Raw.answer(
                "OPTIONS " + root + "/orders/read",
                "Origin: https://app.example",
                "Access-Control-Request-Method: GET",
                "Access-Control-Request-Headers: authorization"))
        .startsWith("HTTP/1.1 200 ")
        .contains("access-control-allow-origin: https://app.example\r\n")
        .doesNotContainIgnoringCase("WWW-Authenticate");
  }

  /** Nothing that a client sends beside its token changes an octet of any answer. */
  @Test
  void haveNothingOfTheRequest() {
    List<List<String>> requests =
        List.of(
            List.of("GET " + WELL_KNOWN + "/v1"),
            List.of("HEAD " + WELL_KNOWN + "/v1"),
            List.of("GET " + WELL_KNOWN + "/v2"),
            List.of("GET " + root + "/orders/read"),
            List.of("GET " + root + "/orders/read", invalid()),
            List.of("GET " + root + "/orders/read", bearer("orders:write")),
            List.of("GET " + root + "/orders/read", bearer("orders:read")));
    List<String> changed = new ArrayList<>();
    for (List<String> request : requests) {
      String[] fields = request.subList(1, request.size()).toArray(String[]::new);
      String plain = Raw.answer(request.get(0), fields);
      for (String forged : FORGED) {
        String answer =
            Raw.answer(
                request.get(0),
                Stream.concat(Stream.of(fields), Stream.of(forged)).toArray(String[]::new));
        if (!answer.equals(plain)) {
          changed.add(request.get(0) + " with " + forged + ": " + answer);
        }
      }
    }
    assertThat(FORGED).hasSizeGreaterThan(30);
    assertThat(changed).isEmpty();
  }

  @Test
  void letPagesOfAllowedOriginsReadChallenges() {
    for (String credentials : List.of("X-None: x", invalid(), bearer("orders:write"))) {
      String request = "GET " + root + "/orders/read";
      assertThat(Raw.answer(request, credentials, "Origin: https://app.example"))
          .containsOnlyOnce("access-control-allow-origin: https://app.example\r\n")
          .containsOnlyOnce(EXPOSED + "\r\n");
      assertThat(Raw.answer(request, credentials, "Origin: https://any.example"))
          .doesNotContain("access-control");
    }
    assertThat(
            Raw.answer(
                "GET " + root + "/orders/read",
                bearer("orders:read"),
                "Origin: https://app.example"))
        .contains("access-control-allow-origin: https://app.example\r\n")
        .doesNotContain(EXPOSED);
  }
}
