// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.OtherJvm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.Relay;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;

/** Servers that pretend to have the keys. */
@Tag("slow")
@Timeout(300)
class TlsFaultTest {

  private static final TestCertificate CERTIFICATE = TestCertificate.create();

  private final FaultScene scene = new FaultScene(CERTIFICATE);
  private final Relay relay = Relay.to(scene.issuer.jwksUri().getPort());

  @AfterEach
  void close() {
    relay.close();
    scene.close();
  }

  private HttpKeySource.Builder sourceByRelay() {
    return scene.source(URI.create("https://localhost:" + relay.port() + "/jwks"));
  }

  private void assertOutlives(HttpKeySource.Builder source, int badServer, String error) {
    scene.assertOutlives(
        source,
        () -> relay.leadTo(badServer),
        () -> relay.leadTo(scene.issuer.jwksUri().getPort()),
        error);
  }

  private enum Wrong {
    EXPIRED(TestCertificate::expired, true, "NotAfter"),
    OTHER_HOST(() -> TestCertificate.forHosts("keys.test"), true, "matching"),
    OTHER_ADDRESS(() -> TestCertificate.forHosts("127.0.0.1"), true, "matching"),
    SELF_SIGNED(TestCertificate::create, false, "not trusted");

    @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
    private final Supplier<TestCertificate> certificate;

    private final boolean isTrusted;
    private final String error;

    Wrong(Supplier<TestCertificate> certificate, boolean isTrusted, String error) {
      this.certificate = certificate;
      this.isTrusted = isTrusted;
      this.error = error;
    }
  }

  /** Trust in the certificates of several servers, as long as these are valid. */
  private record Trust(List<X509Certificate> trusted) implements X509TrustManager {

    static SSLContext in(TestCertificate... certificates) {
      List<X509Certificate> trusted =
          Arrays.stream(certificates).map(TestCertificate::x509).toList();
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trust(trusted)}, null);
        return context;
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      if (!trusted.contains(chain[0])) {
        throw new CertificateException("not trusted");
      }
      chain[0].checkValidity();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      throw new CertificateException("no client is trusted");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F11")
  @DisplayName("certificate expired, for another host, of unknown origin")
  void outlivesServerWithWrongCertificate(Wrong wrong) {
    TestCertificate other = wrong.certificate.get();
    SSLContext trust = wrong.isTrusted ? Trust.in(CERTIFICATE, other) : Trust.in(CERTIFICATE);
    try (TestIssuer impostor = TestIssuer.startTls(other)) {
      impostor.publish(scene.issuer.key(ES256));
      assertOutlives(sourceByRelay().sslContext(trust), impostor.jwksUri().getPort(), wrong.error);
      assertThat(impostor.requests()).isEmpty();
    }
  }

  /** What one context refuses, another may accept. */
  @Test
  @Row("F11")
  @DisplayName(
      "the caller's SSLContext is honoured, and the default one trusts no unknown certificate")
  void trustsWhoTheContextTrusts() {
    TokenValidator byDefault =
        scene.validator(FaultScene.patient(HttpKeySource.jwksUri(scene.issuer.jwksUri())).build());
    FaultScene.assertUndecided(byDefault, scene.token());
    assertThat(scene.health(byDefault).lastError())
        .startsWith("the certificate of localhost:")
        .contains("is not trusted (SSLHandshakeException ")
        .contains("PKIX path building failed")
        .endsWith("; trust it or its authority with sslContext(...)");
    assertThat(scene.issuer.requests()).isEmpty();

    TokenValidator byContext =
        scene.validator(
            FaultScene.patient(HttpKeySource.jwksUri(scene.issuer.jwksUri()))
                .sslContext(Trust.in(CERTIFICATE))
                .build());
    FaultScene.assertAccepted(byContext, scene.token());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  @Row("F11")
  @DisplayName("contexts of a single safe version")
  void speaksTheVersionOfTheContext(String version) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance(version);
    context.init(null, new TrustManager[] {new Trust(List.of(CERTIFICATE.x509()))}, null);
    TokenValidator validator = scene.validator(scene.source().sslContext(context));
    FaultScene.assertAccepted(validator, scene.token());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1", "TLSv1.1", "DTLS"})
  @Row("F11")
  @DisplayName("contexts without TLS 1.2 and 1.3")
  void refusesContextWithoutSafeVersion(String version) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance(version);
    context.init(null, null, null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scene.source().sslContext(context))
        .withMessageStartingWith("sslContext: [")
        .withMessageContaining("has neither TLSv1.2 nor TLSv1.3");
  }

  /** Minor version 2 is TLS 1.1, minor version 1 is TLS 1.0 (RFC 4346, RFC 2246). */
  @ParameterizedTest
  @ValueSource(ints = {2, 1})
  @Row("F11")
  @DisplayName("server of TLS 1.1 or 1.0 only")
  void outlivesServerOfOldVersion(int minorVersion) throws IOException {
    try (OldTlsServer server = new OldTlsServer(minorVersion)) {
      assertOutlives(
          sourceByRelay(), server.port(), "selected protocol version TLS1" + (minorVersion - 1));
    }
  }

  @Test
  @Row("F11")
  @DisplayName("JVM that was told to trust everybody")
  void heedsNoOptionThatWeakensTheJvm(@TempDir Path folder) throws Exception {
    Path security = folder.resolve("security");
    Files.writeString(security, "jdk.tls.disabledAlgorithms=\njdk.tls.legacyAlgorithms=\n");
    OtherJvm.run(
        WeakJvm.class,
        folder,
        "-Djava.security.properties=" + security,
        "-Djdk.tls.client.protocols=TLSv1,TLSv1.1,TLSv1.2,TLSv1.3",
        "-Djdk.internal.httpclient.disableHostnameVerification=true");
  }

  /** Has a server of another name, and one of an old version. */
  static final class WeakJvm {

    private WeakJvm() {}

    public static void main(String[] arguments) throws Exception {
      SSLContext context = SSLContext.getDefault();
      assertThat(context.getDefaultSSLParameters().getProtocols()).contains("TLSv1", "TLSv1.1");
      try (FaultScene scene = new FaultScene(TestCertificate.forHosts("keys.test"));
          OldTlsServer server = new OldTlsServer(2)) {
        TokenValidator validator = scene.validator(scene.source());
        FaultScene.assertUndecided(validator, scene.token());
        assertThat(scene.health(validator).lastError()).contains("matching");
        assertThat(scene.issuer.requests()).isEmpty();

        URI old = URI.create("https://localhost:" + server.port() + "/jwks");
        TokenValidator other =
            scene.validator(FaultScene.patient(HttpKeySource.jwksUri(old)).build());
        FaultScene.assertUndecided(other, scene.token());
        assertThat(scene.health(other).lastError()).contains("selected protocol version TLS11");
      }
    }
  }

  @Test
  @Row("F11")
  @DisplayName("server without TLS")
  void outlivesServerWithoutTls() {
    try (TestIssuer plain = TestIssuer.start()) {
      plain.publish(scene.issuer.key(ES256));
      assertOutlives(sourceByRelay(), plain.jwksUri().getPort(), "SSLException");
      assertThat(plain.jwksRequests()).isZero();
    }
  }

  @Test
  @Row("F4")
  @DisplayName("TLS handshake stalls")
  void outlivesServerThatDoesNotShakeHands() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertOutlives(
          FaultScene.hurried(sourceByRelay()), silent.getLocalPort(), "TimeoutException");
    }
  }
}
