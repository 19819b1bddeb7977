package org.jwtvalidation.keysource;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The URIs from which keys may be fetched: {@code https} on any host, and {@code http} where that
 * is allowed.
 *
 * @param loopbackHttpAllowed whether {@code http} is allowed on this machine's loopback interface
 * @param httpHosts further hosts from which {@code http} is allowed, in lower case
 */
record UriPolicy(boolean loopbackHttpAllowed, Set<String> httpHosts) {

  /**
   * Checks a URI.
   *
   * @throws IllegalArgumentException if keys must not be fetched from {@code uri}; the message
   *     starts with {@code option}
   */
  void check(String option, URI uri) {
    String host = uri.getHost();
    if (host == null
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null
        || !isSchemeAllowed(uri.getScheme(), host)) {
      throw new IllegalArgumentException(
          option
              + ": "
              + shown(uri)
              + " is not an absolute https URI without user information and fragment"
              + "; give one, or allowLoopbackHttp() for a server on this machine, or"
              + " allowHttpFrom(...) for one in your own network");
    }
  }

  /** {@code uri} for a message, without user information and query, which may be secret. */
  static String shown(URI uri) {
    String text = uri.toString();
    String userInfo = uri.getRawUserInfo();
    if (userInfo != null) {
      text = text.replace(userInfo + "@", "...@");
    }
    return uri.getRawQuery() == null ? text : text.replace("?" + uri.getRawQuery(), "?...");
  }

  private boolean isSchemeAllowed(@Nullable String scheme, String host) {
    return "https".equalsIgnoreCase(scheme)
        || ("http".equalsIgnoreCase(scheme)
            && (httpHosts.contains(host.toLowerCase(Locale.ROOT))
                || (loopbackHttpAllowed && isLoopback(host))));
  }

  /** Decided by the text alone: a name that is resolved may lead anywhere. */
  private static boolean isLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.equals("[::1]")
        || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
