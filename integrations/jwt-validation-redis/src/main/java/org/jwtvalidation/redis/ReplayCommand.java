// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/**
 * Stores a key unless the server has it, and tells which. A client that connects again by itself
 * sends a command again whose answer was lost, and finds the key that it has stored: so the value
 * of the key tells whose it is. Thread-safe.
 */
final class ReplayCommand {

  private static final int VALUE_OCTETS = 12;

  /** Not static: images of GraalVM have no random numbers. */
  private final SecureRandom random = new SecureRandom();

  CompletionStage<Answer> send(
      StatefulRedisConnection<String, String> connection, String key, long milliseconds) {
    RedisAsyncCommands<String, String> commands = connection.async();
    String own = newValue();
    return commands
        .set(key, own, SetArgs.Builder.nx().px(milliseconds))
        .thenCompose(answer ->
            isStored(answer)
                ? CompletableFuture.completedStage(Answer.FIRST)
                : commands
                    .get(key)
                    .thenApply(found -> own.equals(found) ? Answer.FIRST : Answer.REPLAYED));
  }

  /** One that no other call has, at any node. */
  private String newValue() {
    byte[] octets = new byte[VALUE_OCTETS];
    random.nextBytes(octets);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  /** NX: the server says OK if there was no such key, and nothing if there was. */
  private static boolean isStored(@Nullable String answer) {
    if (answer != null && !answer.equals("OK")) {
      throw new IllegalStateException("an answer that is none to SET");
    }
    return answer != null;
  }
}
