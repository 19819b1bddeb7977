// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import java.time.Duration;

/** The examples of the page about Redis, to the letter. */
final class RedisSnippets {

  private RedisSnippets() {}

  static RedisReplayStore store() {
    // tag::redis-store[]
    RedisReplayStore store =
        RedisReplayStore.builder("rediss://redis.example:6379")
            .keyPrefix("orders:pop:")
            .commandTimeout(Duration.ofMillis(100))
            .build();
    // end::redis-store[]
    return store;
  }
}
