// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jwtvalidation.testkit.Delivery.Ending;

/** Writes responses to one connection, octet by octet as configured. */
final class ResponseWriter {

  /** IMF-fixdate (RFC 9110 section 5.6.7). */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** The size of the pieces of an endless body. */
  private static final int PIECE_OCTETS = 16 * 1024;

  private static final byte[] BLANK = {' '};

  private final Wire wire;
  private final OutputStream out;
  private final Runnable beforeLastOctet;

  /**
   * Creates a writer that runs {@code beforeLastOctet} before the client can know that a response
   * is complete.
   */
  ResponseWriter(Wire wire, Runnable beforeLastOctet) {
    this.wire = wire;
    this.out = wire.out();
    this.beforeLastOctet = beforeLastOctet;
  }

  /** Writes the response to a request with {@code method}, up to its configured end. */
  void write(TestResponse response, String method) throws IOException {
    if (!response.delivery().delay().isZero()) {
      wire.pause(response.delivery().delay());
    }
    boolean hasBody =
        !response.isWithoutBody()
            && !method.equals("HEAD")
            && !(method.equals("CONNECT") && response.status() / 100 == 2);
    boolean isComplete = response.delivery().ending() == Ending.KEPT;
    if (!response.isRaw()) {
      if (isComplete && (!hasBody || (response.body().length == 0 && !response.isChunked()))) {
        beforeLastOctet.run();
      }
      writeHead(response, hasBody || method.equals("HEAD"));
    }
    if (hasBody) {
      writeBody(response);
      if (isComplete && response.isChunked()) {
        beforeLastOctet.run();
        write("0\r\n\r\n");
      }
    }
    out.flush();
  }

  private void writeHead(TestResponse response, boolean framesBody) throws IOException {
    // A status line needs no reason phrase, but the space before it (RFC 9112 section 4).
    write("HTTP/1.1 " + response.status() + " \r\n");
    Map<String, String> headers = response.headers();
    if (!headers.containsKey("Date")) {
      writeField("Date", DATE.format(Instant.now()));
    }
    for (Map.Entry<String, String> field : headers.entrySet()) {
      writeField(field.getKey(), field.getValue());
    }
    if (framesBody && !headers.containsKey("Transfer-Encoding")) {
      if (response.isChunked()) {
        writeField("Transfer-Encoding", "chunked");
      } else if (!headers.containsKey("Content-Length")) {
        writeField("Content-Length", Integer.toString(response.body().length));
      }
    }
    write("\r\n");
  }

  private void writeField(String name, String value) throws IOException {
    write(name + ": " + value + "\r\n");
  }

  private void writeBody(TestResponse response) throws IOException {
    Delivery delivery = response.delivery();
    boolean isDripping = delivery.pieceOctets() > 0;
    byte[] body = delivery.endless() ? repeated(response.body()) : response.body();
    long total = delivery.endless() ? Long.MAX_VALUE : body.length;
    long end = delivery.ending() == Ending.KEPT ? total : Math.min(total, delivery.endingAfter());
    long usual =
        isDripping ? delivery.pieceOctets() : delivery.endless() ? PIECE_OCTETS : body.length;
    for (long sent = 0; sent < end; sent += usual) {
      if (isDripping && sent > 0) {
        out.flush();
        wire.pause(delivery.pause());
      }
      int piece = (int) Math.min(usual, total - sent);
      int cut = (int) Math.min(piece, end - sent);
      if (response.isChunked()) {
        write(Integer.toHexString(piece) + "\r\n");
      } else if (sent + piece == total && cut == piece) {
        beforeLastOctet.run();
      }
      writeOctets(body, sent, cut);
      if (response.isChunked() && cut == piece) {
        write("\r\n");
      }
    }
  }

  /** Repeats the body to fill a piece, so that many copies are written at once. */
  private static byte[] repeated(byte[] body) {
    byte[] once = body.length == 0 ? BLANK : body;
    byte[] repeated = new byte[(PIECE_OCTETS / once.length + 1) * once.length];
    for (int begin = 0; begin < repeated.length; begin += once.length) {
      System.arraycopy(once, 0, repeated, begin, once.length);
    }
    return repeated;
  }

  /** Writes octets of the endlessly repeated body. */
  private void writeOctets(byte[] body, long from, int length) throws IOException {
    int begin = (int) (from % body.length);
    for (int left = length; left > 0; begin = 0) {
      int octets = Math.min(left, body.length - begin);
      out.write(body, begin, octets);
      left -= octets;
    }
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
  }
}
