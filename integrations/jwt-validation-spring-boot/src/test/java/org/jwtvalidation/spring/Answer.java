// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.security.core.SpringSecurityCoreVersion;

/**
 * The answer to a request over a socket.
 *
 * @param status the status code
 * @param text the whole response
 */
public record Answer(int status, String text) {

  /** Whether Spring Security challenges by itself with the scheme DPoP, as 7.0 does. */
  static final boolean IS_CHALLENGED_FOR_DPOP =
      Objects.requireNonNull(SpringSecurityCoreVersion.getVersion()).startsWith("7.0.");

  /** For a request that the server has forgotten; more than a slow machine needs. */
  private static final int TIMEOUT_MILLIS = 60_000;

  /** Gets a path with these header fields. */
  public static Answer get(int port, String path, String... fields) {
    return to(port, "GET " + path, fields);
  }

  /** The answer to a request of this method and path, without content. */
  static Answer to(int port, String request, String... fields) {
    return toHost("localhost", port, request, fields);
  }

  /** The same with another {@code Host}. */
  static Answer toHost(String host, int port, String request, String... fields) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      List<String> lines = new ArrayList<>(List.of(request + " HTTP/1.1", "Host: " + host));
      lines.addAll(List.of(fields));
      lines.addAll(List.of("Connection: close", "", ""));
      socket.getOutputStream().write(String.join("\r\n", lines).getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      String text = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      return new Answer(Integer.parseInt(text.substring(9, 12)), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gets a path with a bearer token. */
  public static Answer bearer(int port, String path, String token) {
    return get(port, path, "Authorization: Bearer " + token);
  }

  /** The values of a header field, each on a line. */
  public String header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return String.join(
        "\n",
        text.lines()
            .takeWhile(line -> !line.isEmpty())
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
            .map(line -> line.substring(prefix.length()).strip())
            .toList());
  }

  /** What follows the header. */
  public String body() {
    return text.substring(text.indexOf("\r\n\r\n") + 4);
  }
}
