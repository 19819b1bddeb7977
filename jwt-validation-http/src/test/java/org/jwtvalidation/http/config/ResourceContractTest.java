// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.IssuerResolver;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FieldsRequest;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.options.MetadataSample;
import org.jwtvalidation.testkit.TestIssuer;

/** Keys that describe a resource give these metadata, here as in each framework. */
class ResourceContractTest {

  @Test
  void describesTheResourceOfTheSample() {
    ProtectedResource resource = DescribedResource.metadata();
    assertThat(MetadataSample.sorted(resource.json())).isEqualTo(MetadataSample.SORTED);
    assertThat(resource.metadataPath()).isEqualTo(MetadataSample.PATH);
    assertThat(resource.metadataUri()).hasToString(MetadataSample.URI);
  }

  @Test
  void tellsOfThemInEachChallenge() {
    try (TokenValidator validator =
        TestIssuer.offline("https://issuer.example").validator().build()) {
      BearerAuthenticator bearer = DescribedResource.authenticator(validator);
      assertThat(FrameworkAuthenticator.of(bearer).resource())
          .extracting(resource -> MetadataSample.sorted(resource.json()))
          .isEqualTo(MetadataSample.SORTED);
      String metadata = " realm=\"api\", resource_metadata=\"" + MetadataSample.URI + "\"";
      assertThat(bearer.authenticate(FieldsRequest.of()).headers().get("WWW-Authenticate"))
          .containsExactly(
              "Bearer" + metadata + ", scope=\"orders:read\"",
              "DPoP" + metadata + ", algs=\"ES256 Ed25519 EdDSA\", scope=\"orders:read\"");
    }
  }

  /** The metadata by these options and one more. */
  private static String metadata(IssuerResolver resolver, String... options) {
    String[] lines =
        Stream.concat(Stream.of("resource.url=https://api.example"), Stream.of(options))
            .toArray(String[]::new);
    ResourceServerConfiguration configuration =
        new ResourceServerConfiguration(TextOptions.of(lines));
    try (TokenValidator validator =
        configuration.validator((name, issuer) -> {}, resolver).build()) {
      BearerAuthenticator bearer = configuration.authenticator(validator, null).build();
      ProtectedResource resource = FrameworkAuthenticator.of(bearer).resource();
      return new String(Objects.requireNonNull(resource).json(), UTF_8);
    }
  }

  @Test
  void tellsWhatTheOptionsSayAndNoProofsThatAreNotChecked() {
    assertThat(
            metadata(
                null,
                "issuers.shop.url=https://issuer.example",
                "issuers.shop.audience=orders",
                "resource.scopes=read,write",
                "resource.name=Orders",
                "resource.documentation=https://orders.example/help"))
        .isEqualTo(
            "{\"resource\":\"https://api.example\","
                + "\"authorization_servers\":[\"https://issuer.example\"],"
                + "\"scopes_supported\":[\"read\",\"write\"],"
                + "\"bearer_methods_supported\":[\"header\"],"
                + "\"resource_name\":\"Orders\","
                + "\"resource_documentation\":\"https://orders.example/help\"}");
  }

  private static final String[] TEMPLATE = {
    "issuers.tenants.url=https://issuer.example/{tenant}",
    "issuers.tenants.tenants=one,two",
    "issuers.tenants.audience=orders",
    "issuers.tenants.keys.jwks-uri=https://issuer.example/keys"
  };

  private static final String[] ENTRA = {
    "issuers.entra.preset=entra",
    "issuers.entra.tenants=11111111-2222-3333-4444-555555555555",
    "issuers.entra.audience=orders"
  };

  @Test
  void namesTheIssuersThatAreTrustedByNameAndThatMetadataCanName() {
    String[] issuers = {
      "issuers.a.preset=github-actions",
      "issuers.a.repositories=acme/one",
      "issuers.a.audience=orders",
      "issuers.b.url=https://issuer.example",
      "issuers.b.audience=orders",
      "issuers.c.preset=google",
      "issuers.c.audience=orders",
      "issuers.d.url=plain-name",
      "issuers.d.audience=orders",
      "issuers.d.keys.jwks-uri=https://issuer.example/keys",
      "issuers.e.url=http://keycloak:8080/realms/shop",
      "issuers.e.audience=orders",
      "issuers.e.keys.allow-http-from=keycloak",
      "issuers.f.url=https://issuer.example/f?tenant=1",
      "issuers.f.audience=orders",
      "issuers.f.keys.jwks-uri=https://issuer.example/keys"
    };
    assertThat(
            metadata(
                null,
                Stream.of(issuers, TEMPLATE, ENTRA).flatMap(Stream::of).toArray(String[]::new)))
        .contains(
            "\"authorization_servers\":[\"https://token.actions.githubusercontent.com\","
                + "\"https://issuer.example\",\"https://accounts.google.com\"],");
  }

  @Test
  void needsAnAuthorizationServerWhereMetadataCanNameNoIssuer() {
    assertThatAServerHasToBeNamed(null, TEMPLATE);
    assertThatAServerHasToBeNamed(null, ENTRA);
    assertThatAServerHasToBeNamed(
        null,
        "issuers.shop.url=http://keycloak:8080/realms/shop",
        "issuers.shop.audience=orders",
        "issuers.shop.keys.allow-http-from=keycloak");
    assertThatAServerHasToBeNamed(name -> null);
  }

  private static void assertThatAServerHasToBeNamed(IssuerResolver resolver, String... options) {
    String key = "resource.authorization-servers";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metadata(resolver, options))
        .withMessage(
            "jwt-validation.%s: none known; name the issuers that clients get tokens from", key);
    String[] named =
        Stream.concat(Stream.of(options), Stream.of(key + "=https://login.example"))
            .toArray(String[]::new);
    assertThat(metadata(resolver, named))
        .contains("\"authorization_servers\":[\"https://login.example\"],");
  }

  @Test
  void comparesAllOfADocument() {
    assertThat(MetadataSample.sorted("{\"b\":[\"x\",\"a\"],\"a\":true}".getBytes(UTF_8)))
        .isEqualTo("{\"a\":true,\"b\":[\"x\",\"a\"]}");
    assertThat(MetadataSample.sorted("{}".getBytes(UTF_8))).isEqualTo("{}");
    for (String other : new String[] {"", "{\"a\":1}", "{\"a\":true} ", "{\"a\":true,}"}) {
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(() -> MetadataSample.sorted(other.getBytes(UTF_8)));
    }
  }
}
