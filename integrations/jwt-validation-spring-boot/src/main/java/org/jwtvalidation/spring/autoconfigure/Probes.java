// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

/** The requests of liveness and readiness probes, which send no token. */
final class Probes {

  private Probes() {}

  /** Whether a path of the health endpoint is that of a probe. */
  static boolean isOfEndpoint(String path) {
    return path.endsWith("/liveness") || path.endsWith("/readiness");
  }

  /** Whether an additional path of the health endpoint, on the application's port, is that of a probe. */
  static boolean isAdditional(String path) {
    return path.endsWith("/livez") || path.endsWith("/readyz");
  }
}
