// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.http.HttpServerResponse;
import org.jwtvalidation.internal.metadata.ExposedFields;

/** Lets pages read challenges and nonces of responses that the application lets them read. */
final class ExposedChallenges {

  private ExposedChallenges() {}

  static void of(HttpServerResponse response) {
    if (!response.headWritten()) {
      ExposedFields.add(response.headers()::getAll, response.headers()::add);
    }
  }
}
