// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes the DER (X.690) of certificates: each method returns one value with its tag. */
final class DerWriter {

  private static final DateTimeFormatter UTC_TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT);
  private static final DateTimeFormatter GENERALIZED_TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT);

  private DerWriter() {}

  static byte[] sequence(byte[]... values) {
    return constructed(0x30, values);
  }

  static byte[] set(byte[]... values) {
    return constructed(0x31, values);
  }

  /** A value with an explicit context-specific tag. */
  static byte[] explicit(int tag, byte[] value) {
    return constructed(0xa0 | tag, value);
  }

  /** Octets with an implicit context-specific tag. */
  static byte[] implicit(int tag, byte[] octets) {
    return tagged(0x80 | tag, octets);
  }

  static byte[] integer(BigInteger number) {
    return tagged(0x02, number.toByteArray());
  }

  static byte[] octetString(byte[] octets) {
    return tagged(0x04, octets);
  }

  static byte[] bitString(byte[] octets) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    // No unused bits in the last octet.
    content.write(0);
    content.writeBytes(octets);
    return tagged(0x03, content.toByteArray());
  }

  static byte[] utf8String(String text) {
    return tagged(0x0c, text.getBytes(UTF_8));
  }

  /** An object identifier in dotted form. */
  static byte[] objectIdentifier(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    writeArc(content, Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      writeArc(content, Integer.parseInt(arcs[i]));
    }
    return tagged(0x06, content.toByteArray());
  }

  private static void writeArc(ByteArrayOutputStream content, int arc) {
    int shift = 28;
    while (shift > 0 && arc >>> shift == 0) {
      shift -= 7;
    }
    for (; shift > 0; shift -= 7) {
      content.write(0x80 | ((arc >>> shift) & 0x7f));
    }
    content.write(arc & 0x7f);
  }

  /** Whole seconds, in the form that RFC 5280 section 4.1.2.5 requires for the year. */
  static byte[] time(Instant instant) {
    ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
    return utc.getYear() < 2050
        ? tagged(0x17, UTC_TIME.format(utc).getBytes(US_ASCII))
        : tagged(0x18, GENERALIZED_TIME.format(utc).getBytes(US_ASCII));
  }

  private static byte[] constructed(int tag, byte[]... values) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] value : values) {
      content.writeBytes(value);
    }
    return tagged(tag, content.toByteArray());
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(tag);
    if (content.length < 0x80) {
      value.write(content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int first = length[0] == 0 ? 1 : 0;
      value.write(0x80 | (length.length - first));
      value.write(length, first, length.length - first);
    }
    value.writeBytes(content);
    return value.toByteArray();
  }
}
