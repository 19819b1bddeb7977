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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.token.UndecidedException;

/** Faults of what is around a store: its client, the log, the threads of the JDK. */
@Timeout(300)
class RedisFaultTest {

  @TempDir private Path folder;

  private static RedisReplayStore.Builder patient(RedisReplayStore.Builder options) {
    return Proofs.patient(options).failuresInARow(1).pause(Duration.ofMillis(20));
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
        assertThat(Proofs.answer(store, "before")).isEqualTo(Answer.FIRST);
        client.fails = true;
        server.stop();
        while (client.failures.get() < 3) {
          assertThat(Proofs.answer(store, "during")).isNull();
          Thread.sleep(5);
        }
        server.start();
        client.fails = false;
        assertThat(Proofs.answerOnceDecided(store, "after")).isEqualTo(Answer.FIRST);
      } finally {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
      }
    }
  }

  /** Runs a test while whatever the store logs at a level goes to an appender. */
  private static void logging(Level level, Runnable appender, Executable test) throws Throwable {
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord logged) {
            if (logged.getLevel().equals(level)) {
              appender.run();
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger(RedisReplayStore.class.getName());
    logger.addHandler(handler);
    try {
      test.execute();
    } finally {
      logger.removeHandler(handler);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of a store that soon gives up, about a proof of its own. */
  private static CompletableFuture<Answer> asked(RedisReplayStore store) {
    return Proofs.ask(store, UUID.randomUUID().toString());
  }

  private static RedisReplayStore hasty(RedisServer server, Duration pause) {
    return RedisReplayStore.builder(server.uri())
        .commandTimeout(Duration.ofMillis(300))
        .failuresInARow(1)
        .pause(pause)
        .build();
  }

  private static void assertUndecided(CompletableFuture<Answer> answer) {
    assertThat(answer)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(UndecidedException.class);
  }

  private static void awaitFirst(RedisReplayStore store) throws Exception {
    CompletableFuture<Answer> answer = asked(store);
    while (answer.handle((value, failure) -> value != Answer.FIRST).get(1, TimeUnit.MINUTES)) {
      Thread.sleep(5);
      answer = asked(store);
    }
  }

  private static Runnable blocking(CountDownLatch begun, CountDownLatch end) {
    return () -> {
      begun.countDown();
      await(end);
    };
  }

  @Test
  @DisplayName("F37: a log appender that blocks on a time-out")
  void endsOtherWaitsWhileALogAppenderBlocks() throws Throwable {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Runnable appender = blocking(blocked, end);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore one = hasty(server, Duration.ofMinutes(5));
        RedisReplayStore two = hasty(server, Duration.ofMinutes(5))) {
      server.pause();
      logging(
          Level.WARNING,
          appender,
          () -> {
            try {
              assertUndecided(asked(one));
              await(blocked);
              assertUndecided(asked(two));
              CompletableFuture<String> ofApplication = new CompletableFuture<>();
              assertThat(ofApplication.completeOnTimeout("", 1, TimeUnit.MILLISECONDS))
                  .succeedsWithin(Duration.ofMinutes(1));
            } finally {
              end.countDown();
            }
          });
      server.resume();
    }
  }

  @Test
  @DisplayName("F37: a log appender that blocks on an answer")
  void readsOtherAnswersWhileALogAppenderBlocks() throws Throwable {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Runnable appender = blocking(blocked, end);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = hasty(server, Duration.ofMillis(20))) {
      server.pause();
      assertUndecided(asked(store));
      server.resume();
      logging(
          Level.INFO,
          appender,
          () -> {
            try {
              awaitFirst(store);
              await(blocked);
              awaitFirst(store);
            } finally {
              end.countDown();
            }
          });
    }
  }

  @Test
  @DisplayName("F37: a log appender that fails")
  void passesOnAnAnswerWhereTheLogFails() throws Throwable {
    Runnable appender =
        () -> {
          throw new AssertionError("for this test");
        };
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = patient(RedisReplayStore.builder(server.uri())).build()) {
      server.stop();
      assertThat(Proofs.answer(store, "during")).isNull();
      server.start();
      logging(
          Level.INFO,
          appender,
          () -> assertThat(Proofs.answerOnceDecided(store, "after")).isEqualTo(Answer.FIRST));
    }
  }

  @Test
  @DisplayName("F38: the JDK's timer and common pool blocked while the server never answers")
  void endsTheWaitWhateverTheApplicationBlocks() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = hasty(server, Duration.ofMinutes(5))) {
      server.pause();
      CompletableFuture<Void> timingOut = new CompletableFuture<>();
      var unused =
          timingOut.whenComplete((answer, failure) -> {
            blocked.countDown();
            await(end);
          });
      // Not before it has what follows, which would then block this thread.
      timingOut.orTimeout(1, TimeUnit.MILLISECONDS);
      for (int i = 0; i <= ForkJoinPool.getCommonPoolParallelism(); i++) {
        ForkJoinPool.commonPool().execute(() -> await(end));
      }
      try {
        await(blocked);
        assertUndecided(asked(store));
      } finally {
        // Before the server is closed, which needs these threads.
        end.countDown();
      }
    }
  }
}
