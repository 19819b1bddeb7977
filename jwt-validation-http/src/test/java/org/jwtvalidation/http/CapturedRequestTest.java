// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.testkit.TestCertificate;

class CapturedRequestTest {

  private record Request(
      @Nullable String path,
      @Nullable X509Certificate clientCertificate,
      @Nullable InetAddress peerAddress)
      implements BearerRequest {

    @Override
    public String method() {
      return "PUT";
    }

    @Override
    public List<String> headerValues(String name) {
      return List.of(name + " of the request");
    }
  }

  @Test
  void hasWhatProofsAreAbout() {
    X509Certificate certificate = TestCertificate.create().x509();
    InetAddress peer = BearerRequest.address("10.0.0.7");

    BearerRequest captured = new CapturedRequest(new Request("/orders", certificate, peer));

    assertThat(captured.method()).isEqualTo("PUT");
    assertThat(captured.path()).isEqualTo("/orders");
    assertThat(captured.headerValues("DPoP")).containsExactly("DPoP of the request");
    assertThat(captured.headerValues("Client-Cert")).containsExactly("Client-Cert of the request");
    assertThat(captured.headerValues("Other")).isEmpty();
    assertThat(captured.clientCertificate()).isEqualTo(certificate);
    assertThat(captured.peerAddress()).isEqualTo(peer);
  }

  @Test
  void hasNothingThatTheRequestHasNot() {
    BearerRequest captured = new CapturedRequest(new Request(null, null, null));

    assertThat(captured.clientCertificate()).isNull();
    assertThat(captured.peerAddress()).isNull();
    assertThat(captured.path()).isNull();
  }
}
