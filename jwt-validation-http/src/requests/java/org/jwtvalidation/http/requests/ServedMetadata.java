// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jwtvalidation.http.options.MetadataSample;

/** How a server with the metadata of {@link MetadataSample} serves them, on loopback. */
public final class ServedMetadata {

  /** What a client, or somebody between, may write to have a server tell another address. */
  private static final List<String> FORGED =
      List.of(
          "Host: evil.example",
          "Host: evil.example:8443",
          "Host: api.example",
          "Host: LOCALHOST",
          "Host: 127.0.0.1:1",
          "Host: [::1]:80",
          "Forwarded: host=evil.example",
          "Forwarded: proto=https;host=evil.example",
          "Forwarded: for=10.0.0.1;by=evil.example;host=\"evil.example:8443\"",
          "Forwarded: host=evil.example, host=other.example",
          "Forwarded: proto=ftp",
          "X-Forwarded-Host: evil.example",
          "X-Forwarded-Host: evil.example:8443",
          "X-Forwarded-Host: evil.example, other.example",
          "X-Forwarded-Server: evil.example",
          "X-Forwarded-Proto: https",
          "X-Forwarded-Proto: ftp",
          "X-Forwarded-Protocol: https",
          "X-Forwarded-Scheme: https",
          "X-Forwarded-Ssl: on",
          "X-Forwarded-Port: 1",
          "X-Forwarded-Port: 443",
          "X-Forwarded-Prefix: /evil",
          "X-Forwarded-Prefix: /mcp",
          "X-Forwarded-Path: /evil",
          "X-Forwarded-Uri: /evil",
          "X-Forwarded-For: 10.0.0.1",
          "X-Forwarded-By: evil.example",
          "X-Forwarded-Context: /evil",
          "X-Forwarded-Host: api.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 443",
          "X-Original-Host: evil.example",
          "Front-End-Https: on");

  private static final Set<String> VARIABLE = Set.of("date", "set-cookie");

  private final int port;

  public ServedMetadata(int port) {
    this.port = port;
  }

  /** An answer, without what differs from time to time. */
  private record Answer(int status, Map<String, String> fields, String body) {

    static Answer of(String text) {
      String[] parts = text.split("\r\n\r\n", 2);
      Map<String, String> fields = new TreeMap<>();
      Stream.of(parts[0].split("\r\n", -1))
          .skip(1)
          .map(line -> line.split(": ?", 2))
          .filter(field -> !VARIABLE.contains(field[0].toLowerCase(Locale.ROOT)))
          .forEach(field ->
              fields.merge(field[0].toLowerCase(Locale.ROOT), field[1], (a, b) -> a + "\n" + b));
      return new Answer(Integer.parseInt(parts[0].split(" ", 3)[1]), fields, parts[1]);
    }
  }

  private Answer answer(String method, String target, String... fields) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      String host =
          Stream.of(fields).anyMatch(field -> field.startsWith("Host: "))
              ? ""
              : "Host: localhost\r\n";
      String request =
          method
              + " "
              + target
              + " HTTP/1.1\r\n"
              + host
              + Stream.of(fields).map(field -> field + "\r\n").reduce("", String::concat)
              + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return Answer.of(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document to everybody, at its path alone. */
  public void areReadFromAnywhere() {
    Answer got = answer("GET", MetadataSample.PATH, "Origin: https://client.example");
    assertThat(got.status()).isEqualTo(200);
    assertThat(MetadataSample.sorted(got.body().getBytes(ISO_8859_1)))
        .isEqualTo(MetadataSample.SORTED);
    assertThat(got.fields())
        .containsEntry("content-type", "application/json")
        .containsEntry("access-control-allow-origin", "*");
    Answer withToken = answer("GET", MetadataSample.PATH, "Authorization: Bearer x");
    assertThat(withToken.body()).isEqualTo(got.body());
    assertThat(answer("GET", MetadataSample.PATH + "?a=b").body()).isEqualTo(got.body());

    Answer head = answer("HEAD", MetadataSample.PATH);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.fields())
        .containsEntry("content-type", "application/json")
        .containsEntry("access-control-allow-origin", "*");
  }

  /** Browsers ask first, without a token, where a client adds a field of its own. */
  public void answerPreflights() {
    String[] asked = {
      "Origin: https://client.example",
      "Access-Control-Request-Method: GET",
      "Access-Control-Request-Headers: mcp-protocol-version"
    };
    Answer preflight = answer("OPTIONS", MetadataSample.PATH, asked);
    assertIgnoresForged("OPTIONS", MetadataSample.PATH, asked);
    assertThat(preflight.status()).isBetween(200, 204);
    assertThat(preflight.fields())
        .containsEntry("access-control-allow-origin", "*")
        .containsKey("access-control-allow-headers")
        .doesNotContainKey("www-authenticate");
    assertThat(preflight.body()).isEmpty();
  }

  public void areNoOtherResources() {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
      Answer refused = answer(method, MetadataSample.PATH, "Content-Length: 0");
      assertThat(refused.status()).as(method).isEqualTo(405);
      assertThat(refused.fields().get("allow")).as(method).contains("GET").contains("HEAD");
    }
    String wellKnown = MetadataSample.PATH.replace("/mcp", "");
    for (String path :
        List.of("", "/", "/other", "/mcp/", "/mcp/other", "/mcpx", "/MCP", "/m%63p")) {
      for (String method : List.of("GET", "HEAD", "OPTIONS", "POST")) {
        Answer other = answer(method, wellKnown + path, "Content-Length: 0");
        assertThat(other.status()).as("%s %s", method, path).isEqualTo(404);
        assertThat(other.body()).as("%s %s", method, path).doesNotContain("api.example");
      }
    }
  }

  private void assertIgnoresForged(String method, String target, String... fields) {
    Answer plain = answer(method, target, fields);
    assertThat(FORGED).hasSizeGreaterThan(30);
    for (String forged : FORGED) {
      String[] with = Stream.concat(Stream.of(forged), Stream.of(fields)).toArray(String[]::new);
      assertThat(answer(method, target, with))
          .as("%s %s with %s", method, target, forged)
          .isEqualTo(plain);
    }
  }

  /**
   * No octet of any answer depends on what the request says of the server's address.
   *
   * @param targets what is asked beside the metadata, each with the status of its answer
   * @param fields header fields of these requests, such as a token
   */
  public void ignoreForgedAddresses(Map<String, Integer> targets, String... fields) {
    Map<String, Integer> all = new TreeMap<>(targets);
    all.put(MetadataSample.PATH, 200);
    all.forEach((target, status) -> {
      Answer plain = answer("GET", target, fields);
      assertThat(plain.status()).as(target).isEqualTo(status);
      assertIgnoresForged("GET", target, fields);
      if (status == 401 || status == 403) {
        assertThat(plain.fields().get("www-authenticate"))
            .as(target)
            .contains("resource_metadata=\"" + MetadataSample.URI + "\"");
      }
    });
  }
}
