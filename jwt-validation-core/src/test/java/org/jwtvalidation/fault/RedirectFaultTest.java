// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.ConnectionCounter;
import org.jwtvalidation.Row;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestResponse;

/** Redirects, none of which is followed. */
@Tag("slow")
@Timeout(300)
class RedirectFaultTest {

  private static final String NOT_FOLLOWED = "a redirect, which is not followed";

  private static final TestCertificate CERTIFICATE = TestCertificate.create();

  private final FaultScene scene = new FaultScene(CERTIFICATE);
  private final ConnectionCounter target = new ConnectionCounter();

  @AfterEach
  void close() {
    target.close();
    scene.close();
  }

  private void redirectKeys(int status, String location) {
    scene.assertOutlives(
        () -> scene.issuer.jwksResponse(TestResponse.redirect(status, location)),
        "status " + status + ", " + NOT_FOLLOWED);
    assertAskedForNothingElse(scene.issuer);
  }

  private static void assertAskedForNothingElse(TestIssuer server) {
    assertThat(server.requests())
        .isNotEmpty()
        .allSatisfy(request ->
            assertThat(request.path())
                .isIn(
                    "/jwks",
                    "/.well-known/openid-configuration",
                    "/.well-known/oauth-authorization-server"));
  }

  /** Metadata is asked for again when it is an hour old, for keys that are not old yet. */
  private void replaceMetadata(TestResponse response, String error) {
    scene.assertOutlives(
        scene.discovered().refreshInterval(Duration.ofMinutes(80)).hardExpiry(Duration.ofHours(13)),
        () -> {
          scene.issuer.discoveryResponse(response);
          scene.pass(Duration.ofHours(1));
        },
        () -> scene.issuer.discoveryResponse(null),
        error);
    assertAskedForNothingElse(scene.issuer);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  @Row("F7")
  @DisplayName("redirects to the same host")
  void followsNoRedirectToTheSameHost(int status) {
    scene.issuer.otherResponder(request -> TestResponse.json(scene.issuer.jwkSetJson()));
    redirectKeys(status, scene.issuer.issuer() + "/moved");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/moved", "moved", "//localhost/moved", "?moved", "", "no URI"})
  @Row("F7")
  @DisplayName("redirects by relative references")
  void followsNoRelativeRedirect(String location) {
    redirectKeys(302, location);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  @Row("F7")
  @DisplayName("redirects of metadata to the same host")
  void followsNoRedirectOfMetadata(int status) {
    replaceMetadata(
        TestResponse.redirect(status, scene.issuer.issuer() + "/moved"),
        "status " + status + ", " + NOT_FOLLOWED);
  }

  @Test
  @Row("F8")
  @DisplayName("redirect to http")
  void followsNoRedirectOutOfTls() {
    redirectKeys(302, target.origin() + "/keys");
    redirectKeys(308, scene.issuer.jwksUri().toString().replace("https:", "http:"));
    target.assertNoneButMine();
  }

  @Test
  @Row("F8")
  @DisplayName("redirect of metadata to http")
  void followsNoRedirectOfMetadataOutOfTls() {
    replaceMetadata(TestResponse.redirect(307, target.origin() + "/keys"), NOT_FOLLOWED);
    target.assertNoneButMine();
  }

  /** The port is that of a server which is there to be found. */
  static Stream<String> targets() {
    return Stream.concat(
        Stream.of(
            "https://127.0.0.1:{port}/keys",
            "https://localhost:{port}/keys",
            "https://[::1]:{port}/keys",
            "https://169.254.169.254/latest/meta-data/",
            "https://[fd00::1]/keys"),
        targetsWithoutTls());
  }

  static Stream<String> targetsWithoutTls() {
    return Stream.of(
        "http://127.0.0.1:{port}/keys",
        "http://127.1:{port}/keys",
        "http://0.0.0.0:{port}/keys",
        "http://0:{port}/keys",
        "http://localhost:{port}/keys",
        "http://[::1]:{port}/keys",
        "http://[::]:{port}/keys",
        "http://[::ffff:127.0.0.1]:{port}/keys",
        "http://[::ffff:7f00:1]:{port}/keys",
        "http://[64:ff9b::127.0.0.1]:{port}/keys",
        "http://2130706433:{port}/keys",
        "http://0x7f000001:{port}/keys",
        "http://0177.0.0.1:{port}/keys",
        "http://169.254.169.254/latest/meta-data/",
        "http://2852039166/latest/meta-data/",
        "http://[::ffff:169.254.169.254]/latest/meta-data/",
        "http://[fd00::1]/keys",
        "http://[fd00:ec2::254]/latest/meta-data/",
        "file:///etc/passwd",
        "file://127.0.0.1:{port}/keys",
        "jar:http://127.0.0.1:{port}/a.jar!/keys",
        "jar:file:///etc/passwd!/keys",
        "ftp://127.0.0.1:{port}/keys",
        "gopher://127.0.0.1:{port}/_keys",
        "//127.0.0.1:{port}/keys");
  }

  private String withPort(String location) {
    return location.replace("{port}", Integer.toString(target.port()));
  }

  @Tag("jdk-independent")
  @ParameterizedTest
  @MethodSource("targets")
  @Row("F9")
  @DisplayName("redirects to where no key source has any business")
  void followsNoRedirectToInnerPlaces(String location) {
    redirectKeys(302, withPort(location));
    target.assertNoneButMine();
  }

  @Tag("jdk-independent")
  @ParameterizedTest
  @MethodSource("targets")
  @Row("F9")
  @DisplayName("redirects of metadata to where no key source has any business")
  void followsNoRedirectOfMetadataToInnerPlaces(String location) {
    replaceMetadata(TestResponse.redirect(302, withPort(location)), NOT_FOLLOWED);
    target.assertNoneButMine();
  }

  /** Whatever address a connection were meant for, a proxy would see it. */
  @ParameterizedTest
  @MethodSource("targets")
  @Row("F9")
  @DisplayName("redirects as seen by a proxy")
  void asksItsProxyForNothingElse(String location) {
    try (FaultScene plain = new FaultScene()) {
      TestIssuer issuer = plain.issuer;
      InetSocketAddress proxy =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), issuer.jwksUri().getPort());
      plain.assertOutlives(
          plain.source().proxy(ProxySelector.of(proxy)),
          () -> issuer.jwksResponse(TestResponse.redirect(302, withPort(location))),
          () -> issuer.jwksResponse(null),
          NOT_FOLLOWED);
      assertThat(issuer.requests())
          .isNotEmpty()
          .allSatisfy(
              request -> assertThat(request.target()).isEqualTo(issuer.jwksUri().toString()));
    }
    target.assertNoneButMine();
  }

  @ParameterizedTest
  @MethodSource("targetsWithoutTls")
  @Row("F9")
  @DisplayName("metadata that names what is not https")
  void asksForNoKeysWhereMetadataNamesInnerPlaces(String location) {
    replaceMetadata(
        TestResponse.json(
            "{\"issuer\":\"%s\",\"jwks_uri\":\"%s\"}"
                .formatted(scene.issuer.issuer(), withPort(location))),
        "jwks_uri: ");
    target.assertNoneButMine();
  }

  @Test
  @Row("F10")
  @DisplayName("redirect loop")
  void followsNoLoop() {
    redirectKeys(302, scene.issuer.jwksUri().toString());
    assertAskedOnceAFetch();
  }

  /** One fetch before the fault, one after it, and meanwhile three, or two if callers share one. */
  private void assertAskedOnceAFetch() {
    assertThat(scene.issuer.jwksRequests()).isBetween(4L, 5L);
  }

  @Test
  @Row("F10")
  @DisplayName("50 redirects in a row")
  void followsNoChain() {
    scene.issuer.otherResponder(request -> {
      int hop = Integer.parseInt(request.path().substring("/hop/".length()));
      return hop == 50
          ? TestResponse.json(scene.issuer.jwkSetJson())
          : TestResponse.redirect(302, "/hop/" + (hop + 1));
    });
    redirectKeys(302, "/hop/1");
    assertAskedOnceAFetch();
  }
}
