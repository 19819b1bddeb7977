// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jwtvalidation.jwk.SignatureAlgorithm.ES256;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.Relay;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestRequest;
import org.jwtvalidation.testkit.TestResponse;

/** What a proxy between the validator and the keys may do. */
@Tag("slow")
@Timeout(300)
public class ProxyFaultTest {

  private static final String SECRET = "c2VjcmV0";

  private final FaultScene plain = new FaultScene();
  private final FaultScene secured = new FaultScene(TestCertificate.create());
  private final TestIssuer proxy = TestIssuer.start();

  @AfterEach
  void close() {
    proxy.close();
    secured.close();
    plain.close();
  }

  /** No proxy, until a test chooses one. */
  private static final class ChangingProxy extends ProxySelector {

    private volatile Proxy current = Proxy.NO_PROXY;

    void lead(InetSocketAddress proxy) {
      current = new Proxy(Proxy.Type.HTTP, proxy);
    }

    void leadNowhere() {
      current = Proxy.NO_PROXY;
    }

    @Override
    public List<Proxy> select(URI uri) {
      return List.of(current);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
  }

  private static InetSocketAddress addressOf(TestIssuer server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.jwksUri().getPort());
  }

  private enum Refusal {
    AUTHENTICATION_REQUIRED(
        TestResponse.status(407).header("Proxy-Authenticate", "Basic realm=\"proxy\""),
        "status 407",
        "status 407"),
    BAD_GATEWAY(
        TestResponse.status(502).header("Content-Type", "text/html").body(page()),
        "status 502",
        "Tunnel failed, got: 502"),
    /** In place of a tunnel just as in place of a document. */
    PAGE(
        TestResponse.raw(
            ("HTTP/1.1 200 \r\nContent-Type: text/html\r\nContent-Length: "
                    + page().length
                    + "\r\n\r\n"
                    + new String(page(), US_ASCII))
                .getBytes(US_ASCII)),
        "media type \"text/html\"",
        "SSL"),
    HANGUP(TestResponse.raw(new byte[0]), "Exception", "Exception");

    @SuppressWarnings("ImmutableEnumChecker") // it is immutable
    private final TestResponse response;

    private final String error;
    private final String errorUnderTls;

    Refusal(TestResponse response, String error, String errorUnderTls) {
      this.response = response;
      this.error = error;
      this.errorUnderTls = errorUnderTls;
    }

    private static byte[] page() {
      return "<!doctype html><title>Please log in</title>".getBytes(US_ASCII);
    }
  }

  private void assertOutlives(FaultScene scene, String error) {
    assertOutlives(scene, scene.source(), error);
  }

  private void assertOutlives(FaultScene scene, HttpKeySource.Builder source, String error) {
    ChangingProxy changing = new ChangingProxy();
    scene.assertOutlives(
        source.proxy(changing).header("X-Api-Key", SECRET),
        () -> changing.lead(addressOf(proxy)),
        changing::leadNowhere,
        error);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F34")
  @DisplayName("proxy refuses, for http")
  void outlivesProxyThatRefuses(Refusal refusal) {
    proxy.jwksResponse(refusal.response);
    assertOutlives(plain, refusal.error);
    assertThat(proxy.requests())
        .isNotEmpty()
        .allSatisfy(request -> {
          assertThat(request.method()).isEqualTo("GET");
          assertThat(request.target()).isEqualTo(plain.issuer.jwksUri().toString());
          assertThat(request.header("Proxy-Authorization")).isNull();
        });
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @Row("F34")
  @DisplayName("proxy refuses, for https")
  void outlivesProxyThatRefusesTunnel(Refusal refusal) {
    proxy.otherResponder(request -> refusal.response);
    assertOutlives(secured, refusal.errorUnderTls);
    assertAskedToConnectOnly();
  }

  private void assertAskedToConnectOnly() {
    int port = secured.issuer.jwksUri().getPort();
    assertThat(proxy.requests())
        .isNotEmpty()
        .allSatisfy(request -> {
          assertThat(request.method()).isEqualTo("CONNECT");
          assertThat(request.target()).isEqualTo("localhost:" + port);
          assertThat(request.headers().keySet())
              .isSubsetOf("host", "user-agent", "content-length", "connection");
        });
  }

  @ParameterizedTest(name = "TLS: {0}")
  @ValueSource(booleans = {false, true})
  @Row("F34")
  @DisplayName("proxy says nothing")
  void outlivesProxyThatFallsSilent(boolean isTls) {
    TestResponse silence = TestResponse.raw(new byte[0]).stallingAfter(0);
    proxy.jwksResponse(silence);
    proxy.otherResponder(request -> silence);
    FaultScene scene = isTls ? secured : plain;
    assertOutlives(scene, FaultScene.hurried(scene.source()), "TimeoutException");
  }

  @ParameterizedTest(name = "TLS: {0}")
  @ValueSource(booleans = {false, true})
  @Row("F34")
  @DisplayName("proxy is down")
  void outlivesProxyThatIsDown(boolean isTls) {
    proxy.disconnect();
    assertOutlives(isTls ? secured : plain, "ConnectException");
  }

  /** The issuer itself cannot be reached. */
  @Test
  @Row("F34")
  @DisplayName("proxy in use, for http")
  void goesThroughProxy() {
    proxy.publish(plain.issuer.key(ES256));
    plain.issuer.disconnect();
    TokenValidator validator =
        plain.validator(plain.source().proxy(ProxySelector.of(addressOf(proxy))));
    FaultScene.assertAccepted(validator, plain.token());
    assertThat(proxy.requests())
        .extracting(TestRequest::target)
        .containsExactly(plain.issuer.jwksUri().toString());
  }

  @Test
  @Row("F34")
  @DisplayName("proxy in use, for https")
  void goesThroughTunnelThatSeesNoHeaderFields() {
    int port = secured.issuer.jwksUri().getPort();
    try (Relay tunnel = Relay.proxyTo(port)) {
      TokenValidator validator =
          secured.validator(
              secured
                  .source()
                  .proxy(ProxySelector.of(tunnel.address()))
                  .header("X-Api-Key", SECRET));
      FaultScene.assertAccepted(validator, secured.token());
      assertThat(tunnel.requests()).hasSize(1);
      assertThat(tunnel.requests().get(0))
          .startsWith("CONNECT localhost:" + port + " HTTP/1.1\r\n")
          .doesNotContain(SECRET);
    }
    assertThat(secured.issuer.requests())
        .extracting(request -> request.header("X-Api-Key"))
        .containsExactly(SECRET);
  }
}
