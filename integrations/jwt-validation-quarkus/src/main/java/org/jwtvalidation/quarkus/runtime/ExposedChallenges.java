// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;

/** Lets pages read the challenges of responses that the application lets them read. */
final class ExposedChallenges {

  private static final String CHALLENGE = "WWW-Authenticate";
  private static final String ALLOWED = "Access-Control-Allow-Origin";
  private static final String EXPOSED = "Access-Control-Expose-Headers";

  private ExposedChallenges() {}

  /** Adds to what the application exposes; nothing where it allows no origin. */
  static void of(HttpServerResponse response) {
    MultiMap fields = response.headers();
    if (!response.headWritten()
        && fields.contains(ALLOWED)
        && fields.getAll(EXPOSED).stream().noneMatch(names -> names.contains(CHALLENGE))) {
      fields.add(EXPOSED, CHALLENGE);
    }
  }
}
