// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Set;

/** The header fields that a user may add to a request. */
final class RequestHeaders {

  /** Fields that the source sets itself, or whose effect it could not handle. */
  private static final Set<String> OWN =
      Set.of("if-none-match", "if-modified-since", "accept-encoding", "range");

  private RequestHeaders() {}

  /** Whether a field of this name and value can be set. */
  static boolean canBeSet(String name, String value) {
    if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
      return false;
    }
    try {
      HttpRequest.newBuilder().header(name, value);
      return true;
    } catch (IllegalArgumentException e) {
      // Its message may repeat the value, which may be a secret.
      return false;
    }
  }
}
