// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class TestCertificateTest {

  private static HttpResponse<String> get(URI uri, SSLContext context)
      throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static int dnsOrAddress(List<?> generalName) {
    return (Integer) generalName.get(0);
  }

  @Test
  void isSignedWithItsOwnKey() throws Exception {
    X509Certificate x509 = TestCertificate.create().x509();
    x509.verify(x509.getPublicKey());
    x509.checkValidity();
    assertThat(x509.getVersion()).isEqualTo(3);
    assertThat(x509.getSigAlgName()).isEqualTo("SHA256withECDSA");
    assertThat(x509.getSerialNumber()).isPositive();
    assertThat(x509.getIssuerX500Principal()).isEqualTo(x509.getSubjectX500Principal());
    assertThat(x509.getSubjectAlternativeNames().stream().map(Object::toString))
        .containsExactlyInAnyOrder("[2, localhost]", "[7, 127.0.0.1]");
    assertThat(TestCertificate.create().x509()).isNotEqualTo(x509);
  }

  @Test
  void hasTheThumbprintOfItsEncoding() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.x509().getEncoded());
    assertThat(Base64.getUrlDecoder().decode(certificate.thumbprint())).isEqualTo(hash);
    assertThat(certificate.thumbprint()).hasSize(43);
  }

  @Test
  void distinguishesNamesAndAddresses() throws Exception {
    X509Certificate x509 =
        TestCertificate.forHosts(
                "a.example", "*.b.example", "10.0.0.255", "::1", "1.2.3.256", "1.2.3")
            .x509();
    assertThat(x509.getSubjectAlternativeNames().stream().map(TestCertificateTest::dnsOrAddress))
        .containsExactlyInAnyOrder(2, 2, 7, 7, 2, 2);
    assertThat(x509.getSubjectAlternativeNames().toString())
        .contains("10.0.0.255", "0:0:0:0:0:0:0:1", "*.b.example");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "ä.example", "[::1]", "localhost:443", "https://localhost", ":"})
  void refusesInvalidHosts(String host) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TestCertificate.forHosts(host))
        .withMessageStartingWith("hosts: ");
  }

  @Test
  void refusesAnEmptyListOfHosts() {
    assertThatIllegalArgumentException().isThrownBy(TestCertificate::forHosts);
  }

  @Test
  void isTrustedByItsOwnContextOnly() throws Exception {
    TestCertificate certificate = TestCertificate.create();
    try (TestIssuer issuer = TestIssuer.startTls(certificate)) {
      assertThat(issuer.issuer()).matches("https://localhost:\\d+");
      assertThat(issuer.jwksUri()).hasToString(issuer.issuer() + "/jwks");
      HttpResponse<String> response = get(issuer.jwksUri(), certificate.sslContext());
      assertThat(response.body()).isEqualTo(issuer.jwkSetJson());
      assertThat(response.sslSession().orElseThrow().getPeerCertificates())
          .containsExactly(certificate.x509());
      URI metadata = URI.create(issuer.issuer() + "/.well-known/openid-configuration");
      assertThat(get(metadata, certificate.sslContext()).body())
          .contains("\"issuer\":\"" + issuer.issuer(), "\"jwks_uri\":\"" + issuer.jwksUri());
      URI byAddress = URI.create(issuer.jwksUri().toString().replace("localhost", "127.0.0.1"));
      assertThat(get(byAddress, certificate.sslContext()).statusCode()).isEqualTo(200);
      for (SSLContext stranger :
          List.of(SSLContext.getDefault(), TestCertificate.create().sslContext())) {
        assertThatExceptionOfType(SSLException.class)
            .isThrownBy(() -> get(issuer.jwksUri(), stranger));
      }
      assertThat(issuer.requests()).hasSize(3);
    }
  }

  @Test
  void isRejectedForAnotherHost() {
    TestCertificate certificate = TestCertificate.forHosts("issuer.example", "127.0.0.2");
    try (TestIssuer issuer = TestIssuer.startTls(certificate)) {
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> get(issuer.jwksUri(), certificate.sslContext()))
          .withMessageContaining("localhost");
    }
  }

  @Test
  void isRejectedForAnotherHostEvenWithoutNames() {
    TestCertificate certificate = TestCertificate.forHosts("127.0.0.2");
    try (TestIssuer issuer = TestIssuer.startTls(certificate)) {
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> get(issuer.jwksUri(), certificate.sslContext()));
    }
  }

  @Test
  void isRejectedOnceExpired() {
    TestCertificate certificate = TestCertificate.expired();
    try (TestIssuer issuer = TestIssuer.startTls(certificate)) {
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> get(issuer.jwksUri(), certificate.sslContext()))
          .withStackTraceContaining(CertificateExpiredException.class.getName());
    }
  }

  @Test
  void trustsNoOtherClient() throws CertificateException {
    X509Certificate certificate = TestCertificate.create().x509();
    PinnedTrust trust = new PinnedTrust(certificate);
    trust.checkClientTrusted(new X509Certificate[] {certificate}, "ECDSA");

    X509Certificate[] other = {TestCertificate.create().x509()};
    assertThatThrownBy(() -> trust.checkClientTrusted(other, "ECDSA"))
        .isInstanceOf(CertificateException.class)
        .hasMessage("not the trusted certificate");
    assertThat(trust.getAcceptedIssuers()).isEmpty();
  }

  @Test
  void describesItself() {
    TestCertificate certificate = TestCertificate.expired();
    assertThat(certificate)
        .hasToString(
            "TestCertificate["
                + certificate.x509().getSerialNumber().toString(16)
                + ", from "
                + certificate.x509().getNotBefore().toInstant()
                + " to "
                + certificate.x509().getNotAfter().toInstant()
                + "]");
  }
}
