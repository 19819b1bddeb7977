// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.ConfigProvider;

/** Requests with any fields, and answers octet by octet, to the application under test. */
final class Raw {

  static final int PORT = ConfigProvider.getConfig().getValue("quarkus.http.test-port", int.class);

  private Raw() {}

  /** The whole answer, with the names of its fields in lower case. */
  static String answer(String methodAndPath, String... fields) {
    List<String> lines = new ArrayList<>(List.of(methodAndPath + " HTTP/1.1"));
    if (Arrays.stream(fields).noneMatch(field -> field.startsWith("Host:"))) {
      lines.add("Host: localhost");
    }
    lines.addAll(Arrays.asList(fields));
    lines.addAll(List.of("Connection: close", "", ""));
    try (Socket socket = new Socket("localhost", PORT)) {
      socket.setSoTimeout((int) Await.FOREVER.toMillis());
      socket.getOutputStream().write(String.join("\r\n", lines).getBytes(ISO_8859_1));
      String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      int body = answer.indexOf("\r\n\r\n");
      return Arrays.stream(answer.substring(0, body).split("\r\n"))
              .map(Raw::withLowerName)
              .collect(Collectors.joining("\r\n", "", "\r\n"))
          + answer.substring(body + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String withLowerName(String field) {
    int colon = field.indexOf(':');
    return colon < 0
        ? field
        : field.substring(0, colon).toLowerCase(Locale.ROOT) + field.substring(colon);
  }

  /** The values of {@code WWW-Authenticate}, with commas between. */
  static String challenge(String methodAndPath, String... fields) {
    String name = "www-authenticate: ";
    return answer(methodAndPath, fields)
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .collect(Collectors.joining(", "));
  }
}
