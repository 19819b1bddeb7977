package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a {@link TestIssuer}'s server answers in place of its own documents. Immutable and
 * thread-safe: each method gives a changed copy.
 */
public final class TestResponse {

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;
  private final Duration delay;

  private TestResponse(int status, Map<String, String> headers, byte[] body, Duration delay) {
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.body = body;
    this.delay = delay;
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
    return new TestResponse(status, Map.of(), new byte[0], Duration.ZERO);
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
   * The answer with a header field.
   *
   * @param name the field name, which takes the place of a field of that spelling
   * @param value the field value
   * @return the changed answer
   */
  public TestResponse header(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.put(name, value);
    return new TestResponse(status, changed, body, delay);
  }

  /**
   * The answer with a body. Its length is sent in {@code Content-Length}.
   *
   * @param octets the body, which is copied
   * @return the changed answer
   */
  public TestResponse body(byte[] octets) {
    return new TestResponse(status, headers, octets.clone(), delay);
  }

  /**
   * The answer, sent later. Other requests are answered meanwhile.
   *
   * @param beforeHeaders how long after the request the first octet is sent, not negative
   * @return the changed answer
   * @throws IllegalArgumentException if the duration is negative
   */
  public TestResponse delay(Duration beforeHeaders) {
    if (beforeHeaders.isNegative()) {
      throw new IllegalArgumentException(
          "beforeHeaders: " + beforeHeaders + " is negative; give a duration from zero on");
    }
    return new TestResponse(status, headers, body, beforeHeaders);
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  Duration delay() {
    return delay;
  }

  /** Names status and length. */
  @Override
  public String toString() {
    return "TestResponse[" + status + ", " + body.length + " octets, after " + delay + "]";
  }
}
