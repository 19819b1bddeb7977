// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads requests of HTTP/1.0 and HTTP/1.1 (RFC 9112) of limited size. Skips bodies, because the
 * requests of key sources have none.
 */
final class RequestReader {

  private static final int LINE_OCTETS = 8 * 1024;
  private static final int FIELDS = 200;

  /** A longer body is not read; the connection is closed after the response. */
  private static final int BODY_OCTETS = 64 * 1024;

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

  /** Accepts the targets of RFC 9112 section 3.2, identified by their prefixes. */
  private static final Pattern REQUEST_LINE =
      Pattern.compile(
          "(?<method>"
              + TOKEN
              + ") (?<target>(?:/|[A-Za-z][A-Za-z0-9+.-]*://|(?<=^OPTIONS )\\*(?= )"
              + "|(?<=^CONNECT )[!-~])"
              + "[!-~]*) HTTP/1\\.(?<minor>[01])");

  private static final Pattern FIELD_LINE =
      Pattern.compile("(?<name>" + TOKEN + "):(?<value>[^\0\r]*)");

  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,9}");

  /** A request, and whether another may follow on the same connection. */
  record Received(TestRequest request, boolean keepsConnection) {}

  /** The input is not a request. */
  static final class MalformedRequestException extends IOException {

    @Serial private static final long serialVersionUID = 1;

    MalformedRequestException(String message) {
      super(message);
    }
  }

  private final InputStream in;

  RequestReader(InputStream in) {
    this.in = in;
  }

  /** Reads the next request; a disconnection within it causes an {@link EOFException}. */
  Received read() throws IOException {
    String line = line();
    Matcher requestLine = REQUEST_LINE.matcher(line.isEmpty() ? line() : line);
    if (!requestLine.matches()) {
      throw new MalformedRequestException("no request line");
    }
    TestRequest request =
        new TestRequest(requestLine.group("method"), requestLine.group("target"), fields());
    boolean passedBody = passOverBody(request);
    return new Received(
        request, passedBody && requestLine.group("minor").equals("1") && !wantsToClose(request));
  }

  private Map<String, String> fields() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < FIELDS; i++) {
      String line = line();
      if (line.isEmpty()) {
        return fields;
      }
      Matcher field = FIELD_LINE.matcher(line);
      if (!field.matches()) {
        throw new MalformedRequestException("no field line");
      }
      fields.merge(
          field.group("name").toLowerCase(Locale.ROOT),
          field.group("value").strip(),
          (first, next) -> first + ", " + next);
    }
    throw new MalformedRequestException("more than " + FIELDS + " header fields");
  }

  private static boolean wantsToClose(TestRequest request) {
    String connection = request.header("Connection");
    return connection != null
        && List.of(connection.toLowerCase(Locale.ROOT).split("[ \t]*,[ \t]*")).contains("close");
  }

  /** Skips the body; returns whether the whole request has been read. */
  private boolean passOverBody(TestRequest request) throws IOException {
    if (request.header("Transfer-Encoding") != null || request.header("Expect") != null) {
      return false;
    }
    String length = request.header("Content-Length");
    if (length == null) {
      return true;
    }
    if (!LENGTH.matcher(length).matches()) {
      throw new MalformedRequestException("no length");
    }
    int octets = Integer.parseInt(length);
    if (octets > BODY_OCTETS) {
      return false;
    }
    in.skipNBytes(octets);
    return true;
  }

  /** Reads a line without its end, which is CR LF or LF. */
  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("the client disconnected within a request");
      }
      if (line.size() == LINE_OCTETS) {
        throw new MalformedRequestException("a line of more than " + LINE_OCTETS + " octets");
      }
      line.write(octet);
    }
    String text = line.toString(ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
