// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jwtvalidation.testkit.Delivery.Ending;

/**
 * A response of a {@link TestIssuer}'s server in place of its own documents, including faults of
 * its delivery. Immutable and thread-safe: each method returns a changed copy.
 *
 * <p>Faults combine: {@code json(text).chunked().dripping(10, pause).resetAfter(25)} sends two and
 * a half chunks and resets the connection. Of {@link #cutAfter}, {@link #resetAfter} and {@link
 * #stallingAfter}, the last call wins.
 *
 * <p>By default, a response has a {@code Content-Length}, and the connection is kept for the next
 * request if the client agrees. Responses with status 204 and 304, and those to {@code HEAD}, are
 * sent without their body. Field values are sent unchanged, one octet for each character up to
 * U+00FF.
 */
public final class TestResponse {

  private static final List<Integer> REDIRECTS = List.of(301, 302, 303, 307, 308);

  /** 0 for raw octets without status line and header fields. */
  private final int status;

  private final Map<String, String> headers;
  private final byte[] body;
  private final Delivery delivery;

  private TestResponse(int status, Map<String, String> headers, byte[] body, Delivery delivery) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.delivery = delivery;
  }

  /**
   * Creates a response without body, sent at once.
   *
   * @param status the HTTP status code, from 200 to 599
   * @return the response
   * @throws IllegalArgumentException if the status is out of range
   */
  public static TestResponse status(int status) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException(
          "status: " + status + " is not between 200 and 599; use a final status code");
    }
    return new TestResponse(status, Map.of(), new byte[0], Delivery.AT_ONCE);
  }

  /**
   * Creates a response with status 200 and the media type {@code application/json}, sent at once.
   *
   * @param text the body, which need not be JSON
   * @return the response
   */
  public static TestResponse json(String text) {
    return status(200).header("Content-Type", "application/json").body(text.getBytes(UTF_8));
  }

  /**
   * Creates a redirect without body, sent at once.
   *
   * @param status the HTTP status code: 301, 302, 303, 307 or 308
   * @param location the value of {@code Location}, which need not be a URI
   * @return the response
   * @throws IllegalArgumentException for any other status
   */
  public static TestResponse redirect(int status, String location) {
    if (!REDIRECTS.contains(status)) {
      throw new IllegalArgumentException(
          "status: " + status + " is not a redirect; use one of " + REDIRECTS);
    }
    return status(status).header("Location", location);
  }

  /**
   * Creates a response of raw octets in place of status line, header fields and body, after which
   * the connection is closed. For no octets, the server closes the connection after the request, or
   * with {@link #stallingAfter} does not respond. Added header fields are not sent.
   *
   * @param octets the octets, which are copied
   * @return the response
   */
  public static TestResponse raw(byte[] octets) {
    return new TestResponse(0, Map.of(), octets.clone(), Delivery.AT_ONCE);
  }

  /**
   * Adds a header field. {@code Content-Length} and {@code Date} are sent by default, unless a
   * field of that name is added; {@code Content-Length} is also omitted if {@code
   * Transfer-Encoding} is added.
   *
   * @param name the field name; replaces a field of the same name, ignoring case
   * @param value the field value
   * @return the changed response
   */
  public TestResponse header(String name, String value) {
    Map<String, String> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    changed.putAll(headers);
    // Otherwise, the map would keep the old spelling of the name.
    changed.remove(name);
    changed.put(name, Objects.requireNonNull(value, "value"));
    return new TestResponse(status, Collections.unmodifiableMap(changed), body, delivery);
  }

  /**
   * Sets the body. By default, its length is sent in {@code Content-Length}.
   *
   * @param octets the body, which is copied
   * @return the changed response
   */
  public TestResponse body(byte[] octets) {
    return new TestResponse(status, headers, octets.clone(), delivery);
  }

  /**
   * Delays the response. The server continues to respond to other requests.
   *
   * @param beforeHeaders the time from the request to the first octet, not negative
   * @return the changed response
   * @throws IllegalArgumentException if the duration is negative
   */
  public TestResponse delay(Duration beforeHeaders) {
    return delivered(delivery.after(notNegative("beforeHeaders", beforeHeaders)));
  }

  /**
   * Sends the body in chunks (RFC 9112 section 7.1) in place of a {@code Content-Length}: a single
   * chunk, or one for each piece of {@link #dripping}. A length that was {@linkplain
   * #declaringLength declared} is sent too, which makes the message ambiguous.
   *
   * @return the changed response
   */
  public TestResponse chunked() {
    return delivered(delivery.inChunks());
  }

  /**
   * Sets the {@code Content-Length}, which need not be that of the body. The body is sent
   * unchanged; if its length differs, the connection is closed after it.
   *
   * @param contentLength the field value, which need not be a number
   * @return the changed response
   */
  public TestResponse declaringLength(String contentLength) {
    return header("Content-Length", contentLength);
  }

  /**
   * Sends the body in pieces with pauses.
   *
   * @param octets the size of a piece, positive; the last may be smaller
   * @param pause the time between two pieces, not negative
   * @return the changed response
   * @throws IllegalArgumentException if the size is not positive or the duration is negative
   */
  public TestResponse dripping(int octets, Duration pause) {
    if (octets <= 0) {
      throw new IllegalArgumentException(
          "octets: " + octets + " is not positive; use a size from 1 on");
    }
    return delivered(delivery.inPieces(octets, notNegative("pause", pause)));
  }

  /**
   * Cuts the response off: the connection is closed by a FIN, with TLS without a close_notify
   * alert. {@code Content-Length} and the chunk size are those of the whole response.
   *
   * @param bodyOctets the number of octets of the body to send, not negative; for a shorter body,
   *     all octets, but not the last chunk
   * @return the changed response
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse cutAfter(int bodyOctets) {
    return ending(Ending.CUT, bodyOctets);
  }

  /**
   * Closes the connection by an RST. The client may lose octets that it has not read yet.
   *
   * @param bodyOctets the number of octets of the body to send, not negative; for a shorter body,
   *     all octets, but not the last chunk
   * @return the changed response
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse resetAfter(int bodyOctets) {
    return ending(Ending.RESET, bodyOctets);
  }

  /**
   * Stalls the response until the client disconnects or the issuer is closed.
   *
   * @param bodyOctets the number of octets of the body to send, not negative; 0 sends only the
   *     header fields; for a shorter body, all octets, but not the last chunk
   * @return the changed response
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse stallingAfter(int bodyOctets) {
    return ending(Ending.STALLED, bodyOctets);
  }

  /**
   * Repeats the body until the client disconnects or the issuer is closed, in chunks unless a
   * length was declared. An empty body is replaced by a space.
   *
   * @return the changed response
   */
  public TestResponse endless() {
    return delivered(delivery.withoutEnd());
  }

  /**
   * Adds {@code Connection: close} and closes the connection after the response.
   *
   * @return the changed response
   */
  public TestResponse closing() {
    return header("Connection", "close");
  }

  private TestResponse ending(Ending ending, int bodyOctets) {
    if (bodyOctets < 0) {
      throw new IllegalArgumentException(
          "bodyOctets: " + bodyOctets + " is negative; use a number from 0 on");
    }
    return delivered(delivery.ending(ending, bodyOctets));
  }

  private TestResponse delivered(Delivery changed) {
    return new TestResponse(status, headers, body, changed);
  }

  private static Duration notNegative(String parameter, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          parameter + ": " + duration + " is negative; use a duration from zero on");
    }
    return duration;
  }

  int status() {
    return status;
  }

  /** A map that ignores the case of names. */
  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  Delivery delivery() {
    return delivery;
  }

  /** Whether the body is sent without status line and header fields. */
  boolean isRaw() {
    return status == 0;
  }

  boolean isChunked() {
    return !isRaw()
        && (delivery.chunked() || (delivery.endless() && !headers.containsKey("Content-Length")));
  }

  /** Whether the status does not allow a body. */
  boolean isWithoutBody() {
    return status == 204 || status == 304;
  }

  /** What happens to the connection after this response. */
  Ending ending() {
    if (delivery.ending() != Ending.KEPT || !(isRaw() || isClosing() || !endsByItself())) {
      return delivery.ending();
    }
    return Ending.CLOSED;
  }

  private boolean isClosing() {
    return "close".equalsIgnoreCase(headers.get("Connection"));
  }

  /** Whether a client can find the end of the body. */
  private boolean endsByItself() {
    String declared = headers.get("Content-Length");
    return isChunked()
        || (declared == null
            ? !headers.containsKey("Transfer-Encoding")
            : declared.equals(Integer.toString(body.length)));
  }

  /** Returns a description with status and length. */
  @Override
  public String toString() {
    return "TestResponse["
        + (isRaw() ? "raw" : String.valueOf(status))
        + ", "
        + body.length
        + " octets, after "
        + delivery.delay()
        + "]";
  }
}
