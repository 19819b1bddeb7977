// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of an IP address. */
final class AddressText {

  /** A number up to 255 in one spelling (RFC 3986 section 3.2.2). */
  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

  /** What is an address or nothing, so that it is never resolved. */
  private static final Pattern LITERAL =
      Pattern.compile(OCTET + "(\\." + OCTET + "){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%.*)?");

  private AddressText() {}

  /** The address, or null if the text is none. */
  static @Nullable InetAddress parse(String literal) {
    String bare = withoutBrackets(literal);
    if (!LITERAL.matcher(bare).matches()) {
      return null;
    }
    try {
      String withoutZone = bare.split("%", 2)[0];
      return InetAddress.getByName(withoutZone);
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** URIs have brackets around an IPv6 address, and so has Jetty. */
  private static String withoutBrackets(String literal) {
    return literal.startsWith("[") && literal.endsWith("]") && literal.contains(":")
        ? literal.substring(1, literal.length() - 1)
        : literal;
  }
}
