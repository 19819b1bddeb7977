// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Locale.ROOT;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Answers to requests with header fields that clients do not let their users set. */
final class RawAnswers {

  /** What may be written to have a server tell another address than that of its configuration. */
  static final List<String> FORGED =
      List.of(
          "Host: evil.example",
          "Host: evil.example:8443",
          "Forwarded: proto=https;host=evil.example",
          "X-Forwarded-Host: evil.example",
          "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 443",
          "X-Forwarded-Proto: https",
          "X-Forwarded-Port: 1",
          "X-Forwarded-Prefix: /evil",
          "X-Forwarded-For: 10.0.0.1",
          "X-Original-Host: evil.example");

  /** What must not depend on them: all of a document, and all of a refusal but its JSON-RPC. */
  record Answer(int status, List<String> challenges, String document) {}

  private final int port;
  private final List<String> session;

  RawAnswers(int port, List<String> session) {
    this.port = port;
    this.session = session.isEmpty() ? List.of() : List.of(String.join(": ", session));
  }

  Answer get(String path, String... fields) throws IOException {
    return answer("GET " + path, "", true, fields);
  }

  Answer post(String body, String... fields) throws IOException {
    String[] all =
        Stream.of(
                session,
                List.of(
                    "Accept: application/json, text/event-stream",
                    "Content-Type: application/json",
                    "Content-Length: " + body.length()),
                List.of(fields))
            .flatMap(List::stream)
            .toArray(String[]::new);
    return answer("POST /mcp", body, false, all);
  }

  private Answer answer(String line, String body, boolean isDocument, String... fields)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of(line + " HTTP/1.1"));
    if (Stream.of(fields).noneMatch(field -> field.startsWith("Host: "))) {
      lines.add("Host: localhost:" + port);
    }
    lines.addAll(List.of(fields));
    lines.addAll(List.of("Connection: close", "", body));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(180_000);
      socket.getOutputStream().write(String.join("\r\n", lines).getBytes(ISO_8859_1));
      String[] parts =
          new String(socket.getInputStream().readAllBytes(), ISO_8859_1).split("\r\n\r\n", 2);
      String[] head = parts[0].split("\r\n", -1);
      return new Answer(
          Integer.parseInt(head[0].split(" ", 3)[1]),
          Stream.of(head)
              .filter(each -> each.toLowerCase(ROOT).startsWith("www-authenticate:"))
              .toList(),
          isDocument ? parts[1] : "");
    }
  }
}
