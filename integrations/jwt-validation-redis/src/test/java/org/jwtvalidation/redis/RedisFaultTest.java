// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.token.UndecidedException;

/** Faults of what is around a store: its client, the log, the threads of the JDK. */
@Timeout(300)
class RedisFaultTest {

  private static final String CLIENT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  @TempDir private Path folder;

  private static RedisReplayStore.Builder patient(RedisReplayStore.Builder options) {
    return options
        .commandTimeout(Duration.ofSeconds(10))
        .connectTimeout(Duration.ofMinutes(1))
        .failuresInARow(1)
        .pause(Duration.ofMillis(20));
  }

  /** The answer about a proof, null if the store is undecided. */
  private static Answer answer(RedisReplayStore store, String jwtId) {
    try {
      return store
          .remember(ReplayKey.of(CLIENT, jwtId), Instant.now().plusSeconds(120))
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(UndecidedException.class);
      return null;
    }
  }

  private static Answer answerOnceDecided(RedisReplayStore store, String jwtId)
      throws InterruptedException {
    Answer answer = answer(store, jwtId);
    while (answer == null) {
      Thread.sleep(5);
      answer = answer(store, jwtId);
    }
    return answer;
  }

  /** A client that, while told so, does not even begin to connect. */
  private static final class FailingClient extends RedisClient {

    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean fails;

    FailingClient(RedisURI uri) {
      super(null, uri);
      setOptions(ClientOptions.builder().autoReconnect(false).build());
    }

    @Override
    public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
        RedisCodec<K, V> codec, RedisURI uri) {
      if (fails) {
        failures.incrementAndGet();
        throw new NoClassDefFoundError("for this test");
      }
      return super.connectAsync(codec, uri);
    }
  }

  @Test
  void triesAgainAfterAnAttemptThatAnErrorEnded() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      FailingClient client = new FailingClient(RedisURI.create(server.uri()));
      try (RedisReplayStore store =
          patient(RedisReplayStore.builder(client, RedisURI.create(server.uri()))).build()) {
        assertThat(answer(store, "before")).isEqualTo(Answer.FIRST);
        client.fails = true;
        server.stop();
        while (client.failures.get() < 3) {
          assertThat(answer(store, "during")).isNull();
          Thread.sleep(5);
        }
        server.start();
        client.fails = false;
        assertThat(answerOnceDecided(store, "after")).isEqualTo(Answer.FIRST);
      } finally {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
      }
    }
  }
}
