// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.options.MetadataSample;
import org.jwtvalidation.http.requests.ServedMetadata;

/**
 * What clients are told of the service where nothing is served without a token, and where forwarded
 * fields are read: at the same paths, wherever those of the application begin.
 */
abstract class MetadataAnswers {

  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
  private static final String CHALLENGE =
      " realm=\"orders\", resource_metadata=\"" + MetadataSample.URI + "\"";
  private static final String DPOP = ", DPoP" + CHALLENGE + ", algs=\"ES256 Ed25519 EdDSA\"";
  private static final String DEFAULT_SCOPE = ", scope=\"orders:read\"";
  private static final String EXPOSED =
      "access-control-expose-headers: WWW-Authenticate, DPoP-Nonce";

  private final String root;

  MetadataAnswers(String root) {
    this.root = root;
  }

  static QuarkusUnitTest application() {
    QuarkusUnitTest application =
        Application.orders(
            MetadataAnswers.class, Raw.class, MetadataSample.class, ServedMetadata.class);
    for (String key : MetadataSample.KEYS) {
      String[] nameAndValue = key.split("=", 2);
      application.overrideConfigKey("jwt-validation." + nameAndValue[0], nameAndValue[1]);
    }
    return application
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

  /** Keys, document and requests are those of every stack. */
  @Test
  void areThoseOfEveryStack() {
    ServedMetadata metadata = new ServedMetadata(Raw.PORT);
    metadata.areReadFromAnywhere();
    metadata.answerPreflights();
    metadata.areNoOtherResources();
    metadata.ignoreForgedAddresses(Map.of(root + "/orders/read", 401));
    metadata.ignoreForgedAddresses(Map.of(root + "/orders/read", 401), invalid());
    metadata.ignoreForgedAddresses(Map.of(root + "/orders/read", 403), bearer("orders:write"));
  }

  @Test
  void areServedWithTheirLengthToHead() {
    String got = Raw.answer("GET " + MetadataSample.PATH);
    assertThat(Raw.answer("HEAD " + MetadataSample.PATH))
        .isEqualTo(got.substring(0, got.indexOf("\r\n\r\n") + 4))
        .contains("content-length: ");
  }

  @Test
  void areAtOnePath() {
    for (String suffix : List.of("//mcp", "/mcp;x", "/./mcp", "/x/../mcp")) {
      assertThat(Raw.answer("GET " + WELL_KNOWN + suffix)).as(suffix).startsWith("HTTP/1.1 404 ");
    }
    for (String other :
        List.of(
            "/.well-known//oauth-protected-resource/mcp",
            "/.well-known/./oauth-protected-resource/mcp",
            "/%2ewell-known/oauth-protected-resource/mcp")) {
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
