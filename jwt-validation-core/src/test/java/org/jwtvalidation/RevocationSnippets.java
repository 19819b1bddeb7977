// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The examples of the page about revoked tokens, literally: {@code ManualExamplesTest} compares.
 * Those without a tag stand in a line of text.
 */
final class RevocationSnippets {

  private RevocationSnippets() {}

  static IssuerConfig.Builder issuer(RevocationList tokens, RevocationList sessions) {
    // tag::revocation-checks[]
    IssuerConfig.Builder issuer =
        IssuerConfig.builder("https://issuer.example")
            .audience("orders-api")
            .maxAge(Duration.ofHours(1))
            .requiredClaims("jti")
            .claimCheck("revoked", claims -> !tokens.contains(claims.string("jti")))
            .claimCheck("signed out", claims -> !sessions.contains(claims.string("sid")));
    // end::revocation-checks[]
    return issuer;
  }

  static void signOut(RevocationList sessions, String sid) {
    sessions.add(sid, Instant.now().plus(Duration.ofMinutes(62)));
  }

  // tag::revocation-list[]
  static final class RevocationList {

    private final Map<String, Instant> ends = new ConcurrentHashMap<>();

    void add(String id, Instant end) {
      Instant now = Instant.now();
      ends.values().removeIf(now::isAfter);
      ends.put(id, end);
    }

    boolean contains(@Nullable String id) {
      return id != null && ends.containsKey(id);
    }
  }
  // end::revocation-list[]
}
