// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignatureAlgorithm;

class ProtectedResourceTest {

  private static ProtectedResource.Builder builder() {
    return ProtectedResource.builder(URI.create("https://orders.example/api"));
  }

  private static JsonNode json(ProtectedResource resource) throws IOException {
    return new ObjectMapper().readTree(resource.json());
  }

  @Test
  void writesWhatIsConfigured() {
    ProtectedResource resource =
        builder()
            .authorizationServers("https://issuer.example", "https://other.example")
            .scopes("orders:read")
            .scopes("orders:write", "orders:read")
            .name("Orders")
            .documentation(URI.create("https://orders.example/docs"))
            .build();
    assertThat(new String(resource.json(), UTF_8))
        .isEqualTo(
            "{\"resource\":\"https://orders.example/api\","
                + "\"authorization_servers\":[\"https://issuer.example\",\"https://other.example\"],"
                + "\"scopes_supported\":[\"orders:read\",\"orders:write\"],"
                + "\"bearer_methods_supported\":[\"header\"],"
                + "\"resource_name\":\"Orders\","
                + "\"resource_documentation\":\"https://orders.example/docs\"}");
  }

  @Test
  void leavesOutWhatIsNotConfigured() throws IOException {
    assertThat(json(builder().build()).fieldNames())
        .toIterable()
        .containsExactly("resource", "bearer_methods_supported");
  }

  private static String proofs(ProofOfPossession.Builder possession) {
    String json = new String(builder().proofOfPossession(possession.build()).build().json(), UTF_8);
    String start =
        "{\"resource\":\"https://orders.example/api\",\"bearer_methods_supported\":[\"header\"]";
    assertThat(json).startsWith(start).endsWith("}");
    return json.substring(start.length(), json.length() - 1);
  }

  /** RFC 9728 section 2. */
  @Test
  void tellsWhichProofsAreChecked() {
    URI base = URI.create("https://orders.example");
    String algorithms = ",\"dpop_signing_alg_values_supported\":[\"ES256\",\"Ed25519\",\"EdDSA\"]";
    String certificates = ",\"tls_client_certificate_bound_access_tokens\":true";
    assertThat(proofs(dpop(base))).isEqualTo(algorithms);
    assertThat(proofs(dpop(base).required()))
        .isEqualTo(algorithms + ",\"dpop_bound_access_tokens_required\":true");
    assertThat(proofs(ProofOfPossession.builder().mutualTls())).isEqualTo(certificates);
    assertThat(proofs(ProofOfPossession.builder().mutualTlsBehind(peer -> true)))
        .isEqualTo(certificates);
    assertThat(proofs(ProofOfPossession.builder().mutualTls().required())).isEqualTo(certificates);
    assertThat(proofs(dpop(base).mutualTls())).isEqualTo(algorithms + certificates);
    assertThat(proofs(dpop(base).mutualTls().required()))
        .as("where a certificate suffices, no token needs DPoP")
        .isEqualTo(algorithms + certificates);
  }

  private static ProofOfPossession.Builder dpop(URI base) {
    return ProofOfPossession.builder()
        .dpop(base)
        .algorithms(SignatureAlgorithm.ED25519, SignatureAlgorithm.ES256);
  }

  /** A client that takes one of them has its proof accepted. */
  @Test
  void tellsNoAlgorithmThatThisJdkLacks() throws IOException {
    ProofOfPossession all =
        ProofOfPossession.builder().dpop(URI.create("https://orders.example")).build();
    List<String> told = new ArrayList<>();
    json(builder().proofOfPossession(all).build())
        .get("dpop_signing_alg_values_supported")
        .forEach(name -> told.add(name.textValue()));
    List<String> available =
        Stream.of(SignatureAlgorithm.values())
            .filter(SignatureAlgorithm::isAvailable)
            .map(SignatureAlgorithm::joseName)
            .toList();
    assertThat(told).containsAll(available).hasSize(available.size() + 1).contains("EdDSA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"", "\\", "a\"],\"x\":[\"", "\u0000\r\n\t", "\u00e4\ud83d\ude00", "\u2028"})
  void writesEveryTextAsItIs(String text) throws IOException {
    assertThat(json(builder().name(text).build()).get("resource_name").textValue()).isEqualTo(text);
  }

  @Test
  void writesHalfASurrogatePair() {
    assertThat(new String(builder().name("\ud83d").build().json(), UTF_8)).contains("\"\\ud83d\"");
  }

  /** RFC 9728 section 3.1. */
  @ParameterizedTest
  @CsvSource({
    "https://resource.example.com, https://resource.example.com/.well-known/oauth-protected-resource",
    "https://resource.example.com/,"
        + " https://resource.example.com/.well-known/oauth-protected-resource",
    "https://resource.example.com/resource1,"
        + " https://resource.example.com/.well-known/oauth-protected-resource/resource1",
    "https://resource.example.com:8443/a/b?c=d,"
        + " https://resource.example.com:8443/.well-known/oauth-protected-resource/a/b?c=d",
    "http://localhost:8080/a, http://localhost:8080/.well-known/oauth-protected-resource/a",
    "http://[::1]:8080, http://[::1]:8080/.well-known/oauth-protected-resource",
    "https://a.example/b\u00fcro, https://a.example/.well-known/oauth-protected-resource/b%C3%BCro",
  })
  void placesTheMetadataBetweenHostAndPath(URI resource, URI metadata) {
    ProtectedResource protectedResource = ProtectedResource.builder(resource).build();
    assertThat(protectedResource.metadataUri()).isEqualTo(metadata);
    assertThat(protectedResource.metadataPath()).isEqualTo(metadata.getRawPath());
    assertThat(new String(protectedResource.json(), UTF_8))
        .contains("\"resource\":\"" + resource.toASCIIString() + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://orders.example",
        "https://orders.example/#a",
        "https://me@orders.example",
        "/orders",
        "https:orders",
        "http:orders",
        "ftp://orders.example",
        "urn:orders"
      })
  void refusesWhatIsNoResource(URI resource) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProtectedResource.builder(resource))
        .withMessageStartingWith("resource: \"" + resource + "\" is not");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "issuer",
        "http://issuer.example",
        "https://i.example?a",
        "https://i.e#a"
      })
  void refusesWhatIsNoIssuer(String issuer) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().authorizationServers("https://issuer.example", issuer))
        .withMessageStartingWith("authorizationServers: \"" + issuer + "\" is not");
  }

  @Test
  void refusesWhatClientsCannotUse() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().scopes("a", "b c"))
        .withMessageStartingWith("scope: \"b c\" is not a scope token");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().documentation(URI.create("docs/index.html")))
        .withMessageStartingWith("documentation: \"docs/index.html\" is not absolute");
  }

  @Test
  void givesEachCallerACopy() {
    ProtectedResource resource = builder().build();
    byte[] first = resource.json();
    first[0] = 'x';
    assertThat(resource.json()[0]).isEqualTo((byte) '{');
  }
}
