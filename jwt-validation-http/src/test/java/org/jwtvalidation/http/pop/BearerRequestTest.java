// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerRequestTest {

  @Test
  void isMadeOfWhatAServerKnows() {
    BearerRequest request =
        BearerRequest.of("PUT", "/a%2Fb", name -> List.of("first of " + name, "second"));

    assertThat(request.method()).isEqualTo("PUT");
    assertThat(request.path()).isEqualTo("/a%2Fb");
    assertThat(request.headerValues("DPoP")).containsExactly("first of DPoP", "second");
  }

  @Test
  void needsMethodAndFields() {
    assertThatNullPointerException()
        .isThrownBy(() -> BearerRequest.of(null, "/", name -> List.of()))
        .withMessage("method");
    assertThatNullPointerException()
        .isThrownBy(() -> BearerRequest.of("GET", "/", null))
        .withMessage("headerValues");
  }

  @Test
  void hasNeitherCertificateNorAddress() {
    BearerRequest request = BearerRequest.of("OPTIONS", null, name -> List.of());

    assertThat(request.path()).isNull();
    assertThat(request.headerValues("Authorization")).isEmpty();
    assertThat(request.clientCertificate()).isNull();
    assertThat(request.peerAddress()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.7, 10.0.0.7",
    "::1, 0:0:0:0:0:0:0:1",
    "fe80::1%eth0, fe80:0:0:0:0:0:0:1",
    "::ffff:10.0.0.7, 10.0.0.7",
    "[::1], 0:0:0:0:0:0:0:1",
    "[fe80::1%eth0], fe80:0:0:0:0:0:0:1",
  })
  void readsAddresses(String literal, String address) {
    assertThat(BearerRequest.address(literal).getHostAddress()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "abc",
        "10.0.0",
        "7",
        "999.1.1.1",
        "10.0.0.7:8080",
        "::g",
        ":a",
        "[10.0.0.7]",
        "[]",
        "[::1",
        "::1]",
        "a[::1]",
        "[[::1]]",
        "[::1]:8080",
        "010.0.0.7"
      })
  void asksNoNameServer(String text) {
    assertThat(BearerRequest.address(text)).isNull();
  }

  /** A JVM whose names are in a file: what is resolved there has an address. */
  static final class NamesOfAFile {

    private NamesOfAFile() {}

    public static void main(String... texts) {
      for (String text : texts) {
        if (BearerRequest.address(text) != null) {
          throw new IllegalStateException(text + " was resolved");
        }
      }
    }
  }

  @Test
  void resolvesNothingThatLooksLikeAnAddress(@TempDir Path folder) throws Exception {
    Path hosts = folder.resolve("hosts");
    Files.writeString(hosts, "10.0.0.7 999.1.1.1\n10.0.0.7 256.0.0.1\n10.0.0.7 00.0.0.0007\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                NamesOfAFile.class.getName(),
                "999.1.1.1",
                "256.0.0.1",
                "00.0.0.0007")
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void takesNothingForNoAddress() {
    assertThat(BearerRequest.address(null)).isNull();
  }

  @Test
  void knowsNeitherPeerNorCertificateUnlessTold() {
    BearerRequest request =
        new BearerRequest() {
          @Override
          public String method() {
            return "GET";
          }

          @Override
          public String path() {
            return "/";
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
