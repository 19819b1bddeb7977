// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Row;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.OtherJvm;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.testkit.TestCertificate;

/** What may be wrong with the address of the keys, and with finding it. */
@Tag("slow")
@Timeout(300)
class AddressFaultTest {

  @Test
  @Row("F2")
  @DisplayName("name not found, then found elsewhere")
  void asksForTheAddressAtEachFetch(@TempDir Path folder) throws Exception {
    Path hosts = Files.createFile(folder.resolve("hosts"));
    OtherJvm.run(ChangingAddress.class, folder, "-Djdk.net.hosts.file=" + hosts);
  }

  /** A server whose name leads to no server, to a wrong address and to it. */
  static final class ChangingAddress {

    private static final Path HOSTS = Path.of(System.getProperty("jdk.net.hosts.file"));

    private ChangingAddress() {}

    public static void main(String[] arguments) {
      // The JDK remembers for seconds what it has found, and what it has not.
      Security.setProperty("networkaddress.cache.ttl", "0");
      Security.setProperty("networkaddress.cache.negative.ttl", "0");
      try (FaultScene scene = new FaultScene(TestCertificate.forHosts("keys.test"))) {
        TokenValidator validator = scene.validator(source(scene));
        FaultScene.assertUndecided(validator, scene.token());
        assertThat(scene.health(validator).lastError())
            .isEqualTo(
                "host keys.test has no address (ConnectException by UnresolvedAddressException);"
                    + " check its name, DNS and, if there is one, the proxy");

        lead("127.0.0.3");
        scene.pass(Duration.ofSeconds(1));
        FaultScene.assertUndecided(validator, scene.token());
        assertThat(scene.health(validator).lastError())
            .contains("Connect")
            .doesNotContain("Unresolved");

        lead("127.0.0.1");
        scene.pass(Duration.ofSeconds(2));
        FaultScene.assertAccepted(validator, scene.token());

        scene.assertOutlives(
            source(scene),
            ChangingAddress::leadNowhere,
            () -> lead("127.0.0.1"),
            "UnresolvedAddressException");
        scene.assertOutlives(
            source(scene), () -> lead("127.0.0.3"), () -> lead("127.0.0.1"), "Connect");
      }
    }

    private static HttpKeySource.Builder source(FaultScene scene) {
      URI jwksUri = URI.create("https://keys.test:" + scene.issuer.jwksUri().getPort() + "/jwks");
      return scene.source(jwksUri);
    }

    private static void lead(String address) {
      write(address + " keys.test");
    }

    private static void leadNowhere() {
      write("");
    }

    private static void write(String line) {
      try {
        Files.writeString(HOSTS, line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://keys.example/jwks",
        "http://10.0.0.1/jwks",
        "http://169.254.169.254/jwks",
        "http://0.0.0.0/jwks",
        "http://2130706433/jwks",
        "http://[::ffff:127.0.0.1]/jwks",
        "http://localhost.keys.example/jwks",
        "HTTP://keys.example/jwks",
        "ftp://127.0.0.1/jwks",
        "file:///jwks"
      })
  @Row("F12")
  @DisplayName("plain http in the configuration")
  void refusesAddressesThatAreNotHttps(String uri) {
    URI jwksUri = URI.create(uri);
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.jwksUri(jwksUri)::build)
        .withMessageStartingWith("jwksUri: " + uri);
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.jwksUri(jwksUri).allowLoopbackHttp()::build)
        .withMessageStartingWith("jwksUri: " + uri);
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.discovered(uri)::build)
        .withMessageStartingWith("issuer: " + uri);
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.discovered(uri).allowLoopbackHttp()::build)
        .withMessageStartingWith("issuer: " + uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.1:8080/jwks", "http://localhost/jwks", "http://[::1]:8080/jwks"})
  @Row("F12")
  @DisplayName("plain http on loopback")
  void refusesLoopbackUnlessToldOtherwise(String uri) {
    URI jwksUri = URI.create(uri);
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.jwksUri(jwksUri)::build)
        .withMessageStartingWith("jwksUri: " + uri)
        .withMessageContaining("allowLoopbackHttp()");
    assertThatIllegalArgumentException()
        .isThrownBy(HttpKeySource.discovered(uri)::build)
        .withMessageStartingWith("issuer: " + uri)
        .withMessageContaining("allowLoopbackHttp()");
    assertThatCode(
            () -> {
              HttpKeySource.jwksUri(jwksUri).allowLoopbackHttp().build().close();
              HttpKeySource.discovered(uri).allowLoopbackHttp().build().close();
            })
        .doesNotThrowAnyException();
  }
}
