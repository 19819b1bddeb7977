// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.metadata;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** Which URIs metadata may name (RFC 8414 section 2, RFC 9728 section 1.2). */
public final class MetadataUris {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private MetadataUris() {}

  /** Whether the connection to it is encrypted, or does not leave this machine. */
  public static boolean isSecure(URI uri) {
    String host = uri.getHost();
    return host != null
        && ("https".equals(uri.getScheme())
            || ("http".equals(uri.getScheme()) && LOOPBACK.contains(host)));
  }

  /** Whether it can be the identifier of an authorization server. */
  public static boolean isIssuer(String identifier) {
    try {
      URI uri = new URI(identifier);
      return isSecure(uri) && uri.getRawQuery() == null && uri.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
