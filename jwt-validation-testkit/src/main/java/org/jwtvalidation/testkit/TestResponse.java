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
 * What a {@link TestIssuer}'s server answers in place of its own documents, and what goes wrong
 * while it does. Immutable and thread-safe: each method gives a changed copy.
 *
 * <p>Faults combine: {@code json(text).chunked().dripping(10, pause).resetAfter(25)} sends two
 * chunks and a half, and resets the connection. Of {@link #cutAfter}, {@link #resetAfter} and
 * {@link #stallingAfter} the last one counts.
 *
 * <p>Unless told otherwise an answer has a {@code Content-Length}, and the connection is kept for
 * the next request if the client agrees. Answers of status 204 and 304, and those to {@code HEAD},
 * are sent without their body. Field values are sent as they are, an octet for each character up to
 * U+00FF.
 */
public final class TestResponse {

  private static final List<Integer> REDIRECTS = List.of(301, 302, 303, 307, 308);

  /** 0 for octets that are sent without any head. */
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
   * An answer without body, at once.
   *
   * @param status the HTTP status code, from 200 to 599
   * @return the answer
   * @throws IllegalArgumentException if the status is out of range
   */
  public static TestResponse status(int status) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException(
          "status: " + status + " is not between 200 and 599; give a final status code");
    }
    return new TestResponse(status, Map.of(), new byte[0], Delivery.AT_ONCE);
  }

  /**
   * An answer of status 200 and the media type {@code application/json}, at once.
   *
   * @param text the body, which need not be JSON
   * @return the answer
   */
  public static TestResponse json(String text) {
    return status(200).header("Content-Type", "application/json").body(text.getBytes(UTF_8));
  }

  /**
   * An answer that sends the client elsewhere, without body and at once.
   *
   * @param status the HTTP status code: 301, 302, 303, 307 or 308
   * @param location the value of {@code Location}, which need not be a URI
   * @return the answer
   * @throws IllegalArgumentException if the status is another
   */
  public static TestResponse redirect(int status, String location) {
    if (!REDIRECTS.contains(status)) {
      throw new IllegalArgumentException(
          "status: " + status + " does not redirect; give one of " + REDIRECTS);
    }
    return status(status).header("Location", location);
  }

  /**
   * Octets in place of status line, header fields and body; the connection is closed after them.
   * Without an octet the client sees its connection closed as soon as it has asked, or with {@link
   * #stallingAfter} no answer at all. Header fields that are added are not sent.
   *
   * @param octets what is sent, which is copied
   * @return the answer
   */
  public static TestResponse raw(byte[] octets) {
    return new TestResponse(0, Map.of(), octets.clone(), Delivery.AT_ONCE);
  }

  /**
   * The answer with a header field. {@code Content-Length} and {@code Date} are sent without being
   * asked for, but not beside fields of the same name, nor {@code Content-Length} beside {@code
   * Transfer-Encoding}.
   *
   * @param name the field name, which takes the place of a field of that name in any case
   * @param value the field value
   * @return the changed answer
   */
  public TestResponse header(String name, String value) {
    Map<String, String> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    changed.putAll(headers);
    // The map would keep the old spelling of the name.
    changed.remove(name);
    changed.put(name, Objects.requireNonNull(value, "value"));
    return new TestResponse(status, Collections.unmodifiableMap(changed), body, delivery);
  }

  /**
   * The answer with a body. Its length is sent in {@code Content-Length} unless told otherwise.
   *
   * @param octets the body, which is copied
   * @return the changed answer
   */
  public TestResponse body(byte[] octets) {
    return new TestResponse(status, headers, octets.clone(), delivery);
  }

  /**
   * The answer, sent later. Other requests are answered meanwhile.
   *
   * @param beforeHeaders how long after the request the first octet is sent, not negative
   * @return the changed answer
   * @throws IllegalArgumentException if the duration is negative
   */
  public TestResponse delay(Duration beforeHeaders) {
    return delivered(delivery.after(notNegative("beforeHeaders", beforeHeaders)));
  }

  /**
   * The answer with its body in chunks (RFC 9112 section 7.1) in place of a {@code Content-Length}:
   * a single chunk, or one for each piece of {@link #dripping}. A length that was {@linkplain
   * #declaringLength declared} is sent beside, which makes a message that no client may trust.
   *
   * @return the changed answer
   */
  public TestResponse chunked() {
    return delivered(delivery.inChunks());
  }

  /**
   * The answer with a {@code Content-Length} that need not be that of the body. The body is sent as
   * it is; where its length is another, the connection is closed after it.
   *
   * @param contentLength the field value, a number of any size or no number at all
   * @return the changed answer
   */
  public TestResponse declaringLength(String contentLength) {
    return header("Content-Length", contentLength);
  }

  /**
   * The answer with its body in pieces, each of them sent at once.
   *
   * @param octets the size of a piece, positive; the last may be smaller
   * @param pause how long to wait between two pieces, not negative
   * @return the changed answer
   * @throws IllegalArgumentException if the size is not positive or the duration is negative
   */
  public TestResponse dripping(int octets, Duration pause) {
    if (octets <= 0) {
      throw new IllegalArgumentException(
          "octets: " + octets + " is not positive; give a size from 1 on");
    }
    return delivered(delivery.inPieces(octets, notNegative("pause", pause)));
  }

  /**
   * The answer cut off: the connection is closed by a FIN, under TLS without a word of warning.
   * {@code Content-Length} and the size of the chunk are those of the answer that was not cut.
   *
   * @param bodyOctets how many octets of the body are sent, not negative; if there are not as many,
   *     all of them, yet no last chunk
   * @return the changed answer
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse cutAfter(int bodyOctets) {
    return ending(Ending.CUT, bodyOctets);
  }

  /**
   * The answer with the connection closed by an RST. A client that has not read yet may lose what
   * was sent before.
   *
   * @param bodyOctets how many octets of the body are sent, not negative; if there are not as many,
   *     all of them, yet no last chunk
   * @return the changed answer
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse resetAfter(int bodyOctets) {
    return ending(Ending.RESET, bodyOctets);
  }

  /**
   * The answer with no end: silence until the client hangs up or the issuer is closed.
   *
   * @param bodyOctets how many octets of the body are sent, not negative; 0 sends the header fields
   *     alone; if there are not as many, all of them, yet no last chunk
   * @return the changed answer
   * @throws IllegalArgumentException if the number is negative
   */
  public TestResponse stallingAfter(int bodyOctets) {
    return ending(Ending.STALLED, bodyOctets);
  }

  /**
   * The answer with its body repeated until the client hangs up or the issuer is closed, in chunks
   * unless a length was declared. An empty body becomes a blank.
   *
   * @return the changed answer
   */
  public TestResponse endless() {
    return delivered(delivery.withoutEnd());
  }

  /**
   * The answer with {@code Connection: close}, after which the connection is closed.
   *
   * @return the changed answer
   */
  public TestResponse closing() {
    return header("Connection", "close");
  }

  private TestResponse ending(Ending ending, int bodyOctets) {
    if (bodyOctets < 0) {
      throw new IllegalArgumentException(
          "bodyOctets: " + bodyOctets + " is negative; give a number from 0 on");
    }
    return delivered(delivery.ending(ending, bodyOctets));
  }

  private TestResponse delivered(Delivery changed) {
    return new TestResponse(status, headers, body, changed);
  }

  private static Duration notNegative(String parameter, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          parameter + ": " + duration + " is negative; give a duration from zero on");
    }
    return duration;
  }

  int status() {
    return status;
  }

  /** Names in any case find their field. */
  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  Delivery delivery() {
    return delivery;
  }

  /** Whether the body is all that is sent. */
  boolean isRaw() {
    return status == 0;
  }

  boolean isChunked() {
    return !isRaw()
        && (delivery.chunked() || (delivery.endless() && !headers.containsKey("Content-Length")));
  }

  /** Whether no body follows the header fields, whoever asks. */
  boolean isWithoutBody() {
    return status == 204 || status == 304;
  }

  /** How the connection fares after this answer. */
  Ending ending() {
    if (delivery.ending() != Ending.KEPT || !(isRaw() || isClosing() || !endsByItself())) {
      return delivery.ending();
    }
    return Ending.CLOSED;
  }

  private boolean isClosing() {
    return "close".equalsIgnoreCase(headers.get("Connection"));
  }

  /** Whether a client can tell the end of the body, and not take more or less for it. */
  private boolean endsByItself() {
    String declared = headers.get("Content-Length");
    return isChunked()
        || (declared == null
            ? !headers.containsKey("Transfer-Encoding")
            : declared.equals(Integer.toString(body.length)));
  }

  /** Names status and length. */
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
