// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.AsciiSet;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The URI of a service as its clients see it. URIs are compared as they are normalized by their
 * syntax and scheme (RFC 3986 sections 6.2.2 and 6.2.3).
 *
 * @param origin scheme, host and port, normalized
 * @param prefix the path in front of those that the server sees, normalized, without a slash at its
 *     end
 */
record PublicUri(String origin, String prefix) {

  private static final Map<String, Integer> USUAL_PORTS = Map.of("https", 443, "http", 80);

  /** RFC 3986 section 2.3. */
  private static final AsciiSet UNRESERVED = new AsciiSet("-._~");

  /**
   * A segment of one or two dots for any server: also for those that take a backslash or an escaped
   * slash for the end of a segment, or remove parameters before they resolve it.
   */
  private static final Pattern DOT_SEGMENT =
      Pattern.compile("(?:/|\\\\|%2F|%5C)\\.\\.?(?:/|\\\\|%2F|%5C|;|%3B|%00|\\z)");

  static PublicUri of(URI base) {
    String origin = origin(base);
    if (origin == null || base.getRawQuery() != null || base.getRawFragment() != null) {
      throw new OptionException(
          "dpop",
          "\""
              + base.toASCIIString()
              + "\" is not a URI of http or https with a host and without user, query and fragment",
          "give the one by which clients reach the service, such as https://api.example");
    }
    String path = normalizedPath(URI.create(base.toASCIIString()).getRawPath());
    return new PublicUri(origin, path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
  }

  /**
   * Whether the claim {@code htu} is the URI of a request whose request line has this path. The
   * path is compared as it was sent, but for escapes that mean the same everywhere.
   */
  boolean isNamedBy(String htu, @Nullable String requestPath) {
    if (requestPath == null || !isAbsolutePath(requestPath) || !hasValidEscapes(requestPath)) {
      return false;
    }
    String path = withoutNeedlessEscapes(requestPath);
    // Servers disagree about what such a path is, so that the one that is served may be another.
    if (DOT_SEGMENT.matcher(path).find()) {
      return false;
    }
    String expected = origin + (prefix.isEmpty() && path.isEmpty() ? "/" : prefix + path);
    if (htu.equals(expected)) {
      return true;
    }
    try {
      URI uri = new URI(htu);
      String htuOrigin = origin(uri);
      return htuOrigin != null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && (htuOrigin + normalizedPath(uri.getRawPath())).equals(expected);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Null if the URI is not one that a client requests. */
  private static @Nullable String origin(URI uri) {
    String scheme = uri.getScheme();
    String host = uri.getHost();
    if (scheme == null || host == null || uri.getRawUserInfo() != null) {
      return null;
    }
    String lowerScheme = scheme.toLowerCase(Locale.ROOT);
    Integer usualPort = USUAL_PORTS.get(lowerScheme);
    if (usualPort == null) {
      return null;
    }
    int port = uri.getPort();
    String origin = lowerScheme + "://" + host.toLowerCase(Locale.ROOT);
    return port < 0 || port == usualPort ? origin : origin + ":" + port;
  }

  private static String normalizedPath(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    String decoded = withoutNeedlessEscapes(path);
    return decoded.contains("/.") ? withoutDotSegments(decoded) : decoded;
  }

  /** Empty in a target such as {@code https://api.example}, where it means the same as a slash. */
  private static boolean isAbsolutePath(String path) {
    return path.isEmpty() || (path.startsWith("/") && !path.contains("?") && !path.contains("#"));
  }

  private static boolean hasValidEscapes(String path) {
    for (int i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
      if (i + 2 >= path.length()
          || !HexFormat.isHexDigit(path.charAt(i + 1))
          || !HexFormat.isHexDigit(path.charAt(i + 2))) {
        return false;
      }
    }
    return true;
  }

  /** Unreserved characters as such, and other escapes with capital letters. */
  private static String withoutNeedlessEscapes(String path) {
    if (!path.contains("%")) {
      return path;
    }
    StringBuilder normalized = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '%') {
        // There are two hexadecimal digits here.
        int octet = Integer.parseInt(path, i + 1, i + 3, 16);
        if (UNRESERVED.contains(octet)) {
          normalized.append((char) octet);
        } else {
          normalized.append(path.substring(i, i + 3).toUpperCase(Locale.ROOT));
        }
        i += 2;
      } else {
        normalized.append(c);
      }
    }
    return normalized.toString();
  }

  /** RFC 3986 section 5.2.4, for a path that begins with a slash. */
  private static String withoutDotSegments(String path) {
    String[] segments = path.substring(1).split("/", -1);
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < segments.length; i++) {
      boolean isParent = segments[i].equals("..");
      if (isParent && !kept.isEmpty()) {
        kept.remove(kept.size() - 1);
      }
      if (!isParent && !segments[i].equals(".")) {
        kept.add(segments[i]);
      } else if (i == segments.length - 1) {
        kept.add("");
      }
    }
    return kept.stream().collect(Collectors.joining("/", "/", ""));
  }
}
