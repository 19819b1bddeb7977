// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The URIs from which keys may be fetched: {@code https} on any host, and {@code http} where that
 * is allowed.
 *
 * @param loopbackHttpAllowed whether {@code http} is allowed on this machine's loopback interface
 * @param httpHosts further hosts from which {@code http} is allowed, in lower case
 */
record UriPolicy(boolean loopbackHttpAllowed, Set<String> httpHosts) {

  /** Of a URI in a message; that of metadata or keys is hardly ever so long. */
  private static final int MAX_LENGTH = 200;

  /**
   * Checks a URI.
   *
   * @throws IllegalArgumentException if keys must not be fetched from {@code uri}; the message
   *     starts with {@code option}
   */
  void check(String option, URI uri) {
    String host = uri.getHost();
    boolean isHttp = "http".equalsIgnoreCase(uri.getScheme());
    boolean isHttps = "https".equalsIgnoreCase(uri.getScheme());
    if (host == null && uri.getRawAuthority() != null && (isHttp || isHttps)) {
      throw new OptionException(
          option,
          shown(uri) + " has no valid host, for example because of an underscore",
          "use another name of it");
    }
    if (host == null
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null
        || !(isHttp || isHttps)) {
      throw new OptionException(
          option,
          shown(uri) + " is not an absolute https URI without user information and fragment",
          "give one");
    }
    if (isHttps || isHttpAllowed(host)) {
      return;
    }
    String source = option.equals("jwksUri") ? "jwksUri(...)" : "discovered(...)";
    String allowed =
        isLoopback(host)
            ? ".allowLoopbackHttp().build())|keys.allow-loopback-http}, for tests on this machine"
            : ".allowHttpFrom(...).build())|keys.allow-http-from}, in a network that you trust";
    throw new OptionException(
        option,
        shown(uri) + " is plain http",
        "give an https URI, or allow it by {keySource(HttpKeySource." + source + allowed);
  }

  /**
   * {@code uri} for a message, without user information and query, which may be secret; shortened,
   * and in printable ASCII.
   */
  static String shown(URI uri) {
    String text = uri.toString();
    String userInfo = uri.getRawUserInfo();
    if (userInfo != null) {
      text = text.replace(userInfo + "@", "...@");
    }
    String shown = uri.getRawQuery() == null ? text : text.replace("?" + uri.getRawQuery(), "?...");
    return Printable.line(shown, MAX_LENGTH);
  }

  private boolean isHttpAllowed(String host) {
    return httpHosts.contains(host.toLowerCase(Locale.ROOT))
        || (loopbackHttpAllowed && isLoopback(host));
  }

  /** Decided by the text alone: a name that is resolved may lead anywhere. */
  private static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.equals("[::1]")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
