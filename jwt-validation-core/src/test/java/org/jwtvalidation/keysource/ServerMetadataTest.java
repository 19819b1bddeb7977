// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerMetadataTest {

  private static final UriPolicy STRICT = new UriPolicy(false, Set.of());
  private static final ServerMetadata METADATA =
      ServerMetadata.of("https://issuer.example", null, STRICT);

  @ParameterizedTest
  @CsvSource({
    "https://issuer.example, https://issuer.example, ''",
    "https://issuer.example/, https://issuer.example, ''",
    "https://issuer.example/a, https://issuer.example, /a",
    "https://issuer.example/a/, https://issuer.example, /a",
    "https://issuer.example:8443/a/b, https://issuer.example:8443, /a/b",
    "https://issuer.example/a%2Fb, https://issuer.example, /a%2Fb",
    "https://issuer.example/../etc, https://issuer.example, /../etc"
  })
  void looksBehindThePathAndThenInFrontOfIt(String issuer, String origin, String path) {
    ServerMetadata metadata = ServerMetadata.of(issuer, null, STRICT);
    assertThat(metadata.issuer()).isEqualTo(issuer);
    assertThat(metadata.locations())
        .containsExactly(
            URI.create(origin + path + "/.well-known/openid-configuration"),
            URI.create(origin + "/.well-known/oauth-authorization-server" + path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://issuer.example",
        "issuer.example",
        "",
        "accounts",
        "urn:issuer",
        "https://issuer.example?tenant=a",
        "https://issuer.example#a",
        "https://user@issuer.example",
        "https://issuer.example/a b",
        "https://",
        "https://issuer.example\\evil.example"
      })
  void refusesIssuersThatAreNoHttpsUri(String issuer) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerMetadata.of(issuer, null, STRICT))
        .withMessageStartingWith("issuer: ")
        .withMessageContaining("; give ");
  }

  @Test
  void readsJwksUri() {
    String document =
        "{\"issuer\":\"https://issuer.example\",\"jwks_uri\":\"https://keys.example/a?b\",\"x\":[1]}";
    assertThat(METADATA.jwksUri(document.getBytes(UTF_8)))
        .isEqualTo(URI.create("https://keys.example/a?b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jwks_uri\":\"https://keys.example/\"}",
        "{\"issuer\":null,\"jwks_uri\":\"https://keys.example/\"}",
        "{\"issuer\":[\"https://issuer.example\"],\"jwks_uri\":\"https://keys.example/\"}",
        "{\"issuer\":\"https://issuer.example/\",\"jwks_uri\":\"https://keys.example/\"}",
        "{\"issuer\":\"https://ISSUER.example\",\"jwks_uri\":\"https://keys.example/\"}",
        "{\"issuer\":\"https://issuer.example.evil.example\",\"jwks_uri\":\"https://k.example/\"}",
        "{\"issuer\":\"http://issuer.example\",\"jwks_uri\":\"https://keys.example/\"}"
      })
  void refusesMetadataOfAnotherIssuer(String document) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> METADATA.jwksUri(document.getBytes(UTF_8)))
        .withMessageStartingWith("metadata: ")
        .withMessageContaining("https://issuer.example")
        .withMessageContaining("; ");
  }

  @Test
  void namesBothIssuers() {
    String document = "{\"issuer\":\"https://issuer.example/\",\"jwks_uri\":\"https://k.example\"}";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> METADATA.jwksUri(document.getBytes(UTF_8)))
        .withMessage(
            "metadata: the issuer is \"https://issuer.example/\", not \"https://issuer.example\";"
                + " if you trust it, configure \"https://issuer.example/\", which iss of the"
                + " tokens must equal");
  }

  @Test
  void showsNoMoreOfAnotherIssuerThanALogCanTake() {
    String document = "{\"issuer\":\"a\\nb${c}" + "x".repeat(1000) + "\"}";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> METADATA.jwksUri(document.getBytes(UTF_8)))
        .withMessageContaining("\"a\\u000ab\\u0024{c}xxx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(700));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"})
  void refusesTheUriOfMetadataAsAnIssuer(String path) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerMetadata.of("https://issuer.example/a" + path, null, STRICT))
        .withMessageEndingWith("; configure the issuer, https://issuer.example/a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "",
        "\"http://keys.example/\"",
        "\"https://user:password@keys.example/\"",
        "\"file:///etc/passwd\"",
        "\"http://127.0.0.1/\"",
        "\"http://169.254.169.254/\"",
        "\"/keys\"",
        "\"not a URI\""
      })
  void refusesJwksUriThatIsNoHttpsUri(String jwksUri) {
    String document = "{\"issuer\":\"https://issuer.example\",\"jwks_uri\":" + jwksUri + "}";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> METADATA.jwksUri(document.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"issuer\":\"a\",\"issuer\":\"b\"}", "<html>"})
  void refusesMetadataThatIsNoJsonObject(String document) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> METADATA.jwksUri(document.getBytes(UTF_8)))
        .withMessageStartingWith("metadata: ");
  }
}
