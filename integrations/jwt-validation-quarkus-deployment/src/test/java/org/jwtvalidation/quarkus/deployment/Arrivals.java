// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests for orders that the event loop has begun, before it authenticates them. */
@Singleton
public class Arrivals {

  private static final int FIRST = 1_000;

  private static final AtomicInteger COUNT = new AtomicInteger();

  void count(@Observes Filters filters) {
    filters.register(
        context -> {
          if (context.normalizedPath().startsWith("/orders/")) {
            COUNT.incrementAndGet();
          }
          context.next();
        },
        FIRST);
  }

  /** How many there were since the start of the application. */
  static int count() {
    return COUNT.get();
  }
}
