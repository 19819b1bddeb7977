// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UriPolicyTest {

  private static final UriPolicy STRICT = new UriPolicy(false, Set.of());
  private static final UriPolicy WITH_LOOPBACK = new UriPolicy(true, Set.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.example",
        "https://issuer.example:8443/keys?a=b",
        "HTTPS://issuer.example/",
        "https://127.0.0.1/keys",
        "https://[2001:db8::1]/keys"
      })
  void allowsHttps(String uri) {
    assertThatCode(() -> STRICT.check("jwksUri", URI.create(uri))).doesNotThrowAnyException();
    assertThatCode(() -> WITH_LOOPBACK.check("jwksUri", URI.create(uri)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080/keys",
        "http://LOCALHOST/keys",
        "http://127.0.0.1/keys",
        "http://127.255.255.254:1/",
        "http://[::1]:8080/keys",
        "HTTP://localhost/"
      })
  void allowsHttpOnLoopbackWhereAskedTo(String uri) {
    assertThatCode(() -> WITH_LOOPBACK.check("jwksUri", URI.create(uri)))
        .doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STRICT.check("jwksUri", URI.create(uri)))
        .withMessageStartingWith("jwksUri: " + uri)
        .withMessageContaining("HttpKeySource.jwksUri(...).allowLoopbackHttp()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STRICT.check("issuer", URI.create(uri)))
        .withMessageContaining("HttpKeySource.discovered(...).allowLoopbackHttp()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://issuer.example/keys",
        "http://127.0.0.1.issuer.example/keys",
        "http://localhost.issuer.example/keys",
        "http://127.0.0.1x/keys",
        "http://128.0.0.1/keys",
        "http://10.0.0.1/keys",
        "http://169.254.169.254/latest/meta-data",
        "http://0.0.0.0/keys",
        "http://[::]/keys",
        "http://[::ffff:127.0.0.1]/keys",
        "http://[fe80::1]/keys",
        "http://2130706433/keys",
        "http://0177.0.0.1/keys"
      })
  void refusesHttpElsewhere(String uri) {
    assertRefused(STRICT, uri);
    assertRefused(WITH_LOOPBACK, uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.example/#keys",
        "https:///keys",
        "https:issuer.example",
        "//issuer.example/keys",
        "/keys",
        "keys",
        "",
        "file:///etc/keys.json",
        "ftp://issuer.example/keys",
        "ftp://localhost/keys",
        "jar:https://issuer.example/a.jar!/keys",
        "urn:issuer:example",
        "data:application/json,x",
        "https://under_score.example/"
      })
  void refusesEverythingElse(String uri) {
    assertRefused(STRICT, uri);
    assertRefused(WITH_LOOPBACK, uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://secret@issuer.example/",
        "https://user:secret@issuer.example/",
        "https://secret@evil.example/?a=secret",
        "http://secret@localhost/"
      })
  void refusesUserInformationAndDoesNotRepeatIt(String uri) {
    for (UriPolicy policy : List.of(STRICT, WITH_LOOPBACK)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> policy.check("jwksUri", URI.create(uri)))
          .withMessageStartingWith("jwksUri: http")
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }
  }

  @Test
  void showsNoMoreOfAUriThanALogCanTake() {
    URI uri = URI.create("https://issuer.example/" + "\u00e9$".repeat(1000) + "?secret");
    assertThat(UriPolicy.shown(uri))
        .startsWith("https://issuer.example/\\u00e9\\u0024")
        .endsWith("...")
        .hasSizeLessThan(1100);
  }

  private static void assertRefused(UriPolicy policy, String uri) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy.check("jwksUri", URI.create(uri)))
        .withMessageStartingWith("jwksUri: " + uri)
        .withMessageContaining("; ");
  }
}
