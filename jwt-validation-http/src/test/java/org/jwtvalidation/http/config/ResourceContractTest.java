// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Objects;
import org.junit.jupiter.api.Test;
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

  @Test
  void tellsOfNoProofsThatAreNotChecked() {
    ResourceServerConfiguration configuration =
        new ResourceServerConfiguration(TextOptions.of("resource.url=https://api.example"));
    assertThat(configuration.proofOfPossession(null)).isNull();
    assertThat(Objects.requireNonNull(configuration.resource(null)).json())
        .asString()
        .isEqualTo(
            "{\"resource\":\"https://api.example\",\"bearer_methods_supported\":[\"header\"]}");
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
