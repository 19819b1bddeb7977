// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.testkit.RequestReader.MalformedRequestException;
import org.jwtvalidation.testkit.RequestReader.Received;

class RequestReaderTest {

  private static RequestReader reader(String octets) {
    return new RequestReader(new ByteArrayInputStream(octets.getBytes(ISO_8859_1)));
  }

  private static Received received(String octets) throws IOException {
    return reader(octets).read();
  }

  @Test
  void readsOneRequestAfterTheOther() throws IOException {
    RequestReader reader =
        reader(
            "\r\nGET /a?b HTTP/1.1\r\nHost: h\r\nAccept:\t a \t\r\naccept:b\r\nEmpty:\r\n\r\n"
                + "POST http://h/c HTTP/1.1\nContent-Length: 3\n\nabc"
                + "CONNECT h:443 HTTP/1.1\r\n\r\n"
                + "OPTIONS * HTTP/1.1\r\n\r\n");
    Received first = reader.read();
    assertThat(first.request().method()).isEqualTo("GET");
    assertThat(first.request().target()).isEqualTo("/a?b");
    assertThat(first.request().headers())
        .hasSize(3)
        .containsEntry("host", "h")
        .containsEntry("accept", "a, b")
        .containsEntry("empty", "");
    assertThat(first.keepsConnection()).isTrue();
    assertThat(reader.read().request().target()).isEqualTo("http://h/c");
    assertThat(reader.read().request().target()).isEqualTo("h:443");
    assertThat(reader.read().request().target()).isEqualTo("*");
    assertThatExceptionOfType(EOFException.class).isThrownBy(reader::read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: Close\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: upgrade , close\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n"
      })
  void detectsTheLastRequestOfAConnection(String octets) throws IOException {
    assertThat(received(octets).keepsConnection()).isFalse();
  }

  static Stream<String> malformedRequests() {
    return Stream.of(
        "\u0016\u0003\u0001\u0002\n",
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        " GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1 \r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET / http/1.1\r\n\r\n",
        "GET jwks HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n",
        "GET host:443 HTTP/1.1\r\n\r\n",
        "CONNECT  HTTP/1.1\r\n\r\n",
        "OPTIONS ** HTTP/1.1\r\n\r\n",
        "GET /\u00e9 HTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno field\r\n\r\n",
        "GET / HTTP/1.1\r\nName : value\r\n\r\n",
        "GET / HTTP/1.1\r\nName: value\r\n folded: line\r\n\r\n",
        "GET / HTTP/1.1\r\nName: a\0b\r\n\r\n",
        "GET / HTTP/1.1\r\nName: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n",
        "GET /" + "a".repeat(8 * 1024) + " HTTP/1.1\r\n\r\n",
        "a".repeat(1_000_000),
        "GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(200) + "\r\n");
  }

  @ParameterizedTest
  @MethodSource("malformedRequests")
  void refusesInvalidRequests(String octets) {
    assertThatExceptionOfType(MalformedRequestException.class).isThrownBy(() -> received(octets));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nName: val",
        "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc"
      })
  void detectsADisconnectionWithinARequest(String octets) {
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> received(octets));
  }
}
