// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicUriTest {

  private static boolean isNamed(String base, String htu, String path) {
    return PublicUri.of(URI.create(base)).isNamedBy(htu, path);
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example/a, /a",
    "HTTPS://api.example/a, /a",
    "https://API.Example/a, /a",
    "https://api.example:443/a, /a",
    "https://api.example:/a, /a",
    "https://api.example, /",
    "https://api.example/, ''",
    "https://api.example/%7eme, /~me",
    "https://api.example/~me, /%7Eme",
    "https://api.example/a%2fb, /a%2Fb",
    "https://api.example/%41%2D%5F%2e%39, /A-_.9",
    "https://api.example/a/./b/../c, /a/c",
    "https://api.example/a/%2E%2e/c, /c",
    "https://api.example/../a, /a",
    "https://api.example/a/.., /",
    "https://api.example/a/., /a/",
    "https://api.example/a//b, /a//b",
    "https://api.example/.a/..b, /.a/..b",
    "https://api.example/a;v=1, /a;v=1",
    "https://api.example/%C3%A4, /%c3%a4",
  })
  void findsEquivalentUrisEqual(String htu, String path) {
    assertThat(isNamed("https://api.example", htu, path)).isTrue();
    assertThat(isNamed("HTTPS://API.example:443/", htu, path)).isTrue();
    assertThat(isNamed("https://api.example:8443", htu, path)).isFalse();
  }

  @Test
  void writesABaseBeyondAsciiAsClientsDo() {
    assertThat(
            isNamed(
                "https://api.example/b\u00fcro", "https://api.example/b%C3%BCro/orders", "/orders"))
        .isTrue();
  }

  @Test
  void findsAnUnreservedCharacterEqualToItsEscapeAndNoOther() {
    String unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (char c = 0; c < 256; c++) {
      String escaped = String.format("/a%%%02x", (int) c);
      assertThat(isNamed("https://api.example", "https://api.example/a" + c, escaped))
          .as(escaped)
          .isEqualTo(unreserved.indexOf(c) >= 0);
      assertThat(isNamed("https://api.example", "https://api.example" + escaped, escaped))
          .as(escaped)
          .isTrue();
    }
  }

  @Test
  void comparesWhatIsNoUriAsItWasSent() {
    for (String path : new String[] {"/a|b", "/{a}", "/a b", "/\u00e4^"}) {
      assertThat(isNamed("https://api.example", "https://api.example" + path, path)).isTrue();
      assertThat(isNamed("https://api.example", "https://API.example" + path, path)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example/b, /a",
    "https://api.example/A, /a",
    "https://api.example/a/, /a",
    "https://api.example/a/b, /a%2Fb",
    "https://api.example/a%252Fb, /a%2Fb",
    "https://api.example/a//b, /a/b",
    "http://api.example/a, /a",
    "https://api.example:80/a, /a",
    "https://api.example:0/a, /a",
    "https://api.example.:443/a, /a",
    "https://x@api.example/a, /a",
    "https://api.example/a?, /a",
    "https://api.example/a#, /a",
    "https://other.example/a, /a",
    "//api.example/a, /a",
    "/a, /a",
    "mailto:api.example, /a",
    "ftp://api.example/a, /a",
    "https:///a, /a",
    "https://api_1.example/a, /a",
    "https://api.example/%zz, /a",
    "https://api.example/a, ",
  })
  void findsOtherUrisDifferent(String htu, String path) {
    assertThat(isNamed("https://api.example", htu, path)).isFalse();
  }

  @ParameterizedTest
  @DisplayName("112: dot segments in the path of a request")
  @ValueSource(
      strings = {
        "/../admin",
        "/..",
        "/.",
        "/a/./b",
        "/a/../admin",
        "/a//../admin",
        "/a/..;v=1/admin",
        "/.;/admin",
        "/%2e%2E/admin",
        "/a/.%2e",
        "/a/%2e",
        "/%zz",
        "/%4z",
        "/%+1",
        "/%4",
        "/%",
      })
  void isNoUriOfAPathThatServersResolve(String path) {
    for (String htu :
        new String[] {
          "/admin",
          "/shop/admin",
          "/a/b",
          "/shop/a/b",
          "",
          "/",
          "/shop",
          "/shop/",
          "/shop/a/",
          path,
          "/shop" + path,
        }) {
      assertThat(isNamed("https://api.example", "https://api.example" + htu, path)).isFalse();
      assertThat(isNamed("https://api.example/shop", "https://api.example" + htu, path)).isFalse();
    }
  }

  @ParameterizedTest
  @DisplayName("111: a target that is no path")
  @ValueSource(strings = {"*", "admin", "x:443", "/admin?a", "/admin#a", "?", "/%\uFF11\uFF11"})
  void isNoUriOfWhatIsNoPath(String path) {
    for (String base : new String[] {"https://api.example", "https://api.example/shop"}) {
      for (String htu : new String[] {base + path, base + "/" + path, base + "/admin", base}) {
        assertThat(isNamed(base, htu, path)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/...",
        "/.well-known/a",
        "/a.",
        "/a..",
        "/..a",
        "/a.;b",
        "/.%20",
        "/%252e%252e/a"
      })
  void isTheUriOfAPathWithOtherDots(String path) {
    assertThat(isNamed("https://api.example/shop", "https://api.example/shop" + path, path))
        .isTrue();
  }

  @Test
  void resolvesDotSegmentsOfTheBase() {
    assertThat(isNamed("https://api.example/a/../shop/", "https://api.example/shop/b", "/b"))
        .isTrue();
    assertThat(isNamed("https://api.example/shop", "https://api.example/a/../shop/b", "/b"))
        .isTrue();
    assertThat(isNamed("https://api.example/shop", "https://api.example/shop/../b", "/b"))
        .isFalse();
  }

  @Test
  void addsThePathThatAProxyRemoves() {
    for (String base : new String[] {"https://api.example/shop", "https://api.example/shop/"}) {
      assertThat(isNamed(base, "https://api.example/shop/orders", "/orders")).isTrue();
      assertThat(isNamed(base, "https://api.example/orders", "/orders")).isFalse();
    }
    assertThat(isNamed("http://localhost:8080", "http://localhost:8080/a", "/a")).isTrue();
    assertThat(isNamed("http://localhost:80", "http://localhost/a", "/a")).isTrue();
    assertThat(isNamed("http://[::1]:8080", "http://[::1]:8080/a", "/a")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api.example",
        "/orders",
        "mailto:a@api.example",
        "ftp://api.example",
        "https:///orders",
        "https://a_b.example",
        "https://user@api.example",
        "https://api.example/?a=b",
        "https://api.example/#a",
      })
  void refusesABaseThatIsNone(String base) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PublicUri.of(URI.create(base)))
        .withMessageStartingWith("dpop: \"" + base + "\" is not a URI of http or https")
        .withMessageEndingWith("such as https://api.example");
  }
}
