// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.http.pop.ProofResult.ACCEPTED;
import static org.jwtvalidation.http.pop.ProofResult.MISSING;
import static org.jwtvalidation.http.pop.ProofResult.OTHER_KEY;
import static org.jwtvalidation.http.pop.ProofResult.REPLAYED;
import static org.jwtvalidation.http.pop.ProofResult.UNBOUND;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.httpserver.BearerHandler;
import org.jwtvalidation.testkit.TestCertificate;

@Timeout(300)
class MutualTlsTest {

  private static final String PROXY = "10.0.0.1";

  private final TestCertificate certificate = TestCertificate.create();
  private final TestCertificate other = TestCertificate.create();
  private final ProofScene direct = new ProofScene(ProofOfPossession.Builder::mutualTls);
  private final ProofScene proxied =
      new ProofScene(options -> options.mutualTlsBehind(MutualTlsTest::isProxy));

  private static boolean isProxy(InetAddress peer) {
    return peer.getHostAddress().equals(PROXY);
  }

  private Attempt bound(ProofScene scene) {
    return scene.attempt().token(token -> token.boundTo(certificate)).bearer().proofs();
  }

  static String passedOn(TestCertificate certificate) throws CertificateEncodingException {
    return ':' + Base64.getEncoder().encodeToString(certificate.x509().getEncoded()) + ':';
  }

  @Test
  void comparesTheCertificateOfTheConnection() throws Exception {
    direct.accepted(bound(direct).certificate(certificate.x509()));
    assertThat(direct.results).containsExactly(ACCEPTED, ACCEPTED);
    // The same again: a certificate is no proof for one use.
    direct.accepted(bound(direct).certificate(certificate.x509()));

    direct.refused(bound(direct), MISSING);
    Challenged wrong =
        (Challenged) direct.refused(bound(direct).certificate(other.x509()), OTHER_KEY);
    assertThat(wrong.challenges().get(0))
        .isEqualTo("Bearer realm=\"orders\", error=\"invalid_token\"");
    // From nobody that is trusted with it.
    direct.refused(bound(direct).peer(PROXY).field("Client-Cert", passedOn(certificate)), MISSING);
  }

  @Test
  void takesTheFieldOfTrustedProxiesAlone() throws Exception {
    String field = passedOn(certificate);

    proxied.accepted(bound(proxied).peer(PROXY).field("Client-Cert", field));
    proxied.refused(bound(proxied).peer("10.0.0.2").field("Client-Cert", field), MISSING);
    proxied.refused(bound(proxied).field("Client-Cert", field), MISSING);
    proxied.refused(bound(proxied).peer(PROXY).field("Client-Cert", passedOn(other)), OTHER_KEY);
    proxied.refused(bound(proxied).peer(PROXY).field("Client-Cert", field, field), MISSING);
    proxied.refused(bound(proxied).peer(PROXY), MISSING);
    // The certificate of the connection is the proxy's.
    proxied.refused(bound(proxied).peer(PROXY).certificate(certificate.x509()), MISSING);
    // Clients that are connected directly are not served by this configuration.
    proxied.refused(bound(proxied).peer("10.0.0.2").certificate(certificate.x509()), MISSING);
  }

  @Test
  void servesClientsBehindAProxyAndOthers() throws Exception {
    ProofScene both =
        new ProofScene(options -> options.mutualTls().mutualTlsBehind(MutualTlsTest::isProxy));
    both.accepted(bound(both).peer(PROXY).field("Client-Cert", passedOn(certificate)));
    both.accepted(bound(both).peer("10.0.0.2").certificate(certificate.x509()));
    both.refused(bound(both).peer(PROXY).certificate(certificate.x509()), MISSING);
  }

  /** The client has nothing to change in its proof (RFC 8705 section 3). */
  @Test
  void callsATokenWithoutItsCertificateInvalidWhateverTheScheme() {
    Attempt boundTwice =
        direct.attempt().token(token -> token.boundTo(direct.client).boundTo(certificate));
    Challenged refused = (Challenged) direct.refused(boundTwice, MISSING);
    assertThat(refused.challenges().get(1)).contains("DPoP ", "error=\"invalid_token\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CERT",
        ":CERT",
        "CERT:",
        "\"CERT\"",
        "::",
        ":",
        "",
        ": CERT:",
        ":CERT:;a=b",
        ":CERT:, :CERT:",
        ":CERT=:",
        ":CERT\n:",
        "(:CERT:)",
        "-----BEGIN CERTIFICATE-----CERT-----END CERTIFICATE-----"
      })
  void readsTheFieldStrictly(String field) throws Exception {
    String base64 = passedOn(certificate).replace(":", "");
    proxied.refused(
        bound(proxied).peer(PROXY).field("Client-Cert", field.replace("CERT", base64)), MISSING);
  }

  @Test
  void refusesBase64InAnotherForm() throws Exception {
    ProofScene scene = proxied;
    String octet = ":QQ==:";
    String thumbprint = "VZrq0IJk1XldOQlxjN0Fq9SVcuhP5VWQ7vMaiKCP3_0";
    Attempt attempt =
        scene
            .attempt()
            .token(token -> token.claim("cnf", Map.of("x5t#S256", thumbprint)))
            .bearer()
            .proofs()
            .peer(PROXY);
    scene.accepted(attempt.field("Client-Cert", octet));
    for (String form : List.of(":QQ:", ":QQ=:", ":QR==:", "?QQ==:", ":QQ==?")) {
      scene.refused(attempt.field("Client-Cert", form), MISSING);
    }
  }

  @Test
  void needsBothIfATokenIsBoundByBoth() {
    Attempt attempt =
        direct.attempt().token(token -> token.boundTo(direct.client).boundTo(certificate));

    direct.refused(attempt, MISSING);
    direct.refused(attempt.certificate(other.x509()), OTHER_KEY);
    // The proof is not used up by what was refused.
    direct.accepted(attempt.certificate(certificate.x509()));
    direct.refused(attempt, REPLAYED);
    direct.refused(attempt.bearer(), MISSING);
    direct.refused(bound(direct).certificate(certificate.x509()).proof(p -> p), UNBOUND);
  }

  @Test
  void worksOverARealConnection() throws Exception {
    TestCertificate server = TestCertificate.create();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(direct.validator)
            .proofOfPossession(ProofOfPossession.builder().mutualTls().required().build())
            .build();
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(
        new HttpsConfigurator(server.mutualTls(certificate)) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setWantClientAuth(true);
            parameters.setSSLParameters(ssl);
          }
        });
    https.createContext(
        "/orders",
        new BearerHandler(
            bearer,
            AccessRule.anyToken(),
            (exchange, token) -> {
              exchange.sendResponseHeaders(204, -1);
              exchange.close();
            }));
    https.start();
    try {
      URI orders = URI.create("https://localhost:" + https.getAddress().getPort() + "/orders");
      HttpClient own = HttpClient.newBuilder().sslContext(certificate.mutualTls(server)).build();
      HttpClient anonymous = HttpClient.newBuilder().sslContext(server.sslContext()).build();
      String token = direct.issuer.token().boundTo(certificate).compact();
      String ofOther = direct.issuer.token().boundTo(other).compact();
      String unbound = direct.issuer.token().compact();

      assertThat(status(own, orders, token)).isEqualTo(204);
      assertThat(status(own, orders, ofOther)).isEqualTo(401);
      assertThat(status(own, orders, unbound)).isEqualTo(401);
      assertThat(status(anonymous, orders, token)).isEqualTo(401);
    } finally {
      https.stop(0);
    }
  }

  private static int status(HttpClient client, URI uri, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
