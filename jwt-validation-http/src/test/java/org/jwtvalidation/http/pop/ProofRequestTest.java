package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProofRequestTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.7, 10.0.0.7",
    "::1, 0:0:0:0:0:0:0:1",
    "fe80::1%eth0, fe80:0:0:0:0:0:0:1",
    "::ffff:10.0.0.7, 10.0.0.7",
  })
  void readsAddresses(String literal, String address) {
    assertThat(ProofRequest.address(literal).getHostAddress()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "localhost", "abc", "10.0.0", "7", "999.1.1.1", "10.0.0.7:8080", "::g", ":a"})
  void asksNoNameServer(String text) {
    assertThat(ProofRequest.address(text)).isNull();
  }

  @Test
  void takesNothingForNoAddress() {
    assertThat(ProofRequest.address(null)).isNull();
  }

  @Test
  void knowsNeitherPeerNorCertificateUnlessTold() {
    ProofRequest request =
        new ProofRequest() {
          @Override
          public String method() {
            return "GET";
          }

          @Override
          public URI targetUri() {
            return URI.create("https://api.example");
          }

          @Override
          public List<String> headerValues(String name) {
            return List.of();
          }
        };
    assertThat(request.peerAddress()).isNull();
    assertThat(request.clientCertificate()).isNull();
  }
}
