package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.pop.ReplayStoreException;

@Timeout(120)
class RedisReplayStoreTest {

  private static final String CLIENT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  @TempDir private Path folder;

  /** Patient, because the machine of a test may be slow. */
  private static RedisReplayStore patient(RedisServer server) {
    return RedisReplayStore.builder(server.uri()).commandTimeout(Duration.ofSeconds(10)).build();
  }

  private static RedisReplayStore.Builder impatient(RedisServer server) {
    return RedisReplayStore.builder(server.uri())
        .commandTimeout(Duration.ofMillis(300))
        .connectTimeout(Duration.ofMillis(300))
        .failuresInARow(3)
        .pause(Duration.ofMillis(100));
  }

  private static boolean isFirst(ReplayStore store, String jwtId) {
    return store
        .firstUse(ReplayKey.of(CLIENT, jwtId), Instant.now().plusSeconds(120))
        .toCompletableFuture()
        .join();
  }

  /** Whether the store does not tell. */
  private static boolean isUndecided(ReplayStore store, String jwtId) {
    try {
      isFirst(store, jwtId);
      return false;
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(ReplayStoreException.class);
      return true;
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(20);
    }
  }

  private static <T> T asked(
      RedisServer server, Function<RedisCommands<String, String>, T> question) {
    RedisClient client = RedisClient.create(server.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return question.apply(connection.sync());
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  @Test
  void acceptsAProofOnceAtAllNodesTogether() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore one = patient(server);
        RedisReplayStore two = patient(server)) {
      assertThat(isFirst(one, "a")).isTrue();
      assertThat(isFirst(two, "a")).isFalse();
      assertThat(isFirst(two, "b")).isTrue();
      assertThat(isFirst(one, "b")).isFalse();
      assertThat(
              one.firstUse(ReplayKey.of("another", "a"), Instant.now())
                  .toCompletableFuture()
                  .join())
          .isTrue();
    }
  }

  @Test
  void tellsOneOfSixteenThreadsAtTwoNodesThatItIsTheFirst() throws Exception {
    int threads = 16;
    int proofs = 200;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore one = patient(server);
        RedisReplayStore two = patient(server)) {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<boolean[]>> answers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        RedisReplayStore node = thread % 2 == 0 ? one : two;
        answers.add(
            executor.submit(() -> {
              boolean[] first = new boolean[proofs];
              start.await();
              for (int proof = 0; proof < proofs; proof++) {
                first[proof] = isFirst(node, "proof " + proof);
              }
              return first;
            }));
      }
      int[] firsts = new int[proofs];
      for (Future<boolean[]> answer : answers) {
        boolean[] first = answer.get();
        for (int proof = 0; proof < proofs; proof++) {
          firsts[proof] += first[proof] ? 1 : 0;
        }
      }
      assertThat(firsts).containsOnly(1);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void remembersAProofUntilItExpiresAndTenSecondsMore() throws Exception {
    Instant now = Instant.parse("2026-11-24T12:00:00Z");
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store =
            RedisReplayStore.builder(server.uri())
                .commandTimeout(Duration.ofSeconds(10))
                .keyPrefix("orders:")
                .clock(InstantSource.fixed(now))
                .build()) {
      for (Instant until : List.of(now.plusSeconds(90), now.minusSeconds(5), Instant.MAX)) {
        ReplayKey key = ReplayKey.of(CLIENT, until.toString());
        assertThat(store.firstUse(key, until).toCompletableFuture().join()).isTrue();
      }
      assertThat(remaining(server, now.plusSeconds(90).toString())).isBetween(90_000L, 100_000L);
      assertThat(remaining(server, now.minusSeconds(5).toString())).isBetween(1L, 10_000L);
      assertThat(remaining(server, Instant.MAX.toString()))
          .isGreaterThan(Duration.ofDays(3649).toMillis());
    }
  }

  private static long remaining(RedisServer server, String jwtId) {
    String key = "orders:" + ReplayKey.of(CLIENT, jwtId).text();
    return asked(server, commands -> commands.pttl(key));
  }

  @Test
  void isUndecidedWithoutAServerAndDecidesOnceThereIsOne() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      server.stop();
      try (RedisReplayStore store = impatient(server).build()) {
        for (int i = 0; i < 10; i++) {
          assertThat(isUndecided(store, "a")).isTrue();
        }
        server.start();
        await(() -> !isUndecided(store, "b"));
        assertThat(isFirst(store, "b")).as("it was decided").isFalse();
      }
    }
  }

  @Test
  void isUndecidedWhileTheServerIsDownAndConnectsAgain() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = impatient(server).build()) {
      await(() -> !isUndecided(store, "before"));
      server.stop();
      assertThat(isUndecided(store, "a")).isTrue();
      assertThat(isUndecided(store, "before")).as("never taken for new").isTrue();
      server.start();
      await(() -> !isUndecided(store, "after"));
      assertThat(isFirst(store, "after")).isFalse();
      assertThat(isFirst(store, "before")).as("the server has lost it").isTrue();
    }
  }

  @Test
  void isUndecidedInTimeWhileTheServerHangsAndThenFailsAtOnce() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    Handler collector = collector(log);
    Logger logger = Logger.getLogger(RedisReplayStore.class.getName());
    logger.addHandler(collector);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = impatient(server).pause(Duration.ofSeconds(3)).build()) {
      await(() -> !isUndecided(store, "before"));
      log.clear();
      server.pause();
      for (int i = 0; i < 3; i++) {
        long start = System.nanoTime();
        assertThat(isUndecided(store, "during " + i)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isBetween(Duration.ofMillis(290), Duration.ofSeconds(2));
      }
      long start = System.nanoTime();
      for (int i = 0; i < 1000; i++) {
        assertThat(isUndecided(store, "open " + i)).isTrue();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      assertThatThrownBy(() -> isFirst(store, "open"))
          .cause()
          .isInstanceOfSatisfying(
              ReplayStoreException.class,
              e ->
                  assertThat(e.retryAfter())
                      .isBetween(Duration.ofMillis(1), Duration.ofSeconds(3)));
      server.resume();
      await(() -> !isUndecided(store, "after"));
      assertThat(isFirst(store, "before")).isFalse();
      assertThat(log).hasSize(2);
      assertThat(log.get(0)).startsWith("WARNING").contains("no answer within 300 ms");
      assertThat(log.get(1)).startsWith("INFO").contains("answers again");
    } finally {
      logger.removeHandler(collector);
    }
  }

  private static Handler collector(List<String> log) {
    return new Handler() {
      @Override
      public void publish(LogRecord logged) {
        log.add(logged.getLevel() + " " + new SimpleFormatter().formatMessage(logged));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void acceptsAProofAgainIfTheServerIsFlushed() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = patient(server)) {
      assertThat(isFirst(store, "a")).isTrue();
      String flushed = asked(server, commands -> commands.flushall());
      assertThat(flushed).isEqualTo("OK");
      assertThat(isFirst(store, "a")).isTrue();
      assertThat(isFirst(store, "a")).isFalse();
    }
  }

  @Test
  void isUndecidedIfTheServerRefusesTheCommand() throws Exception {
    try (RedisServer server =
            RedisServer.start(folder, "--maxmemory", "1", "--maxmemory-policy", "noeviction");
        RedisReplayStore store = patient(server)) {
      assertThatThrownBy(() -> isFirst(store, "a"))
          .hasCauseInstanceOf(ReplayStoreException.class)
          .hasMessageContaining("OOM");
    }
  }

  @Test
  void isUndecidedWithAWrongPasswordAndNeverTellsIt() throws Exception {
    try (RedisServer server = RedisServer.start(folder, "--requirepass", "right-one")) {
      String wrong = server.uri().replace("//", "//:wrong-one@");
      String right = server.uri().replace("//", "//:right-one@");
      try (RedisReplayStore store =
              RedisReplayStore.builder(wrong).commandTimeout(Duration.ofSeconds(10)).build();
          RedisReplayStore good =
              RedisReplayStore.builder(right).commandTimeout(Duration.ofSeconds(10)).build()) {
        assertThatThrownBy(() -> isFirst(store, "a"))
            .hasCauseInstanceOf(ReplayStoreException.class)
            .message()
            .doesNotContain("wrong-one");
        assertThat(store.toString()).contains("127.0.0.1").doesNotContain("wrong-one");
        assertThat(isFirst(good, "a")).isTrue();
      }
    }
  }

  @Test
  void usesAClientOfTheApplicationAndLeavesItOpen() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      RedisClient client = RedisClient.create();
      RedisURI uri = RedisURI.create(server.uri());
      try {
        try (RedisReplayStore store =
            RedisReplayStore.builder(client, uri).commandTimeout(Duration.ofSeconds(10)).build()) {
          assertThat(isFirst(store, "a")).isTrue();
        }
        try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
          assertThat(connection.sync().ping()).isEqualTo("PONG");
        }
      } finally {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
      }
    }
  }

  @Test
  void failsOnceItIsClosed() {
    RedisReplayStore store = RedisReplayStore.builder("redis://127.0.0.1:1").build();
    store.close();

    assertThatThrownBy(() -> isFirst(store, "a"))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void namesWhatIsWrongWithItsConfiguration() {
    RedisReplayStore.Builder options = RedisReplayStore.builder("redis://127.0.0.1:1");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> RedisReplayStore.builder("http://:secret@redis.example"))
        .withMessageStartingWith("uri: not the URI of a Redis server; write redis://host:6379")
        .withMessageNotContaining("secret");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.keyPrefix(""))
        .withMessageStartingWith("keyPrefix: not 1 to 100 visible");
    assertThatIllegalArgumentException().isThrownBy(() -> options.keyPrefix("a b"));
    assertThatIllegalArgumentException().isThrownBy(() -> options.keyPrefix("a".repeat(101)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.commandTimeout(Duration.ZERO))
        .withMessage(
            "commandTimeout: PT0S is not between PT0.001S and PT10S; choose a time between");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.connectTimeout(Duration.ofMinutes(2)))
        .withMessageStartingWith("connectTimeout: PT2M is not between");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.pause(Duration.ofMillis(1)))
        .withMessageStartingWith("pause: PT0.001S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.failuresInARow(0))
        .withMessage("failuresInARow: 0 is not between 1 and 1000; choose a number between");
    assertThatIllegalArgumentException().isThrownBy(() -> options.failuresInARow(1001));
  }
}
