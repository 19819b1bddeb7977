// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.jwtvalidation.http.pop.ReplayStore.Answer;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.token.UndecidedException;

@Timeout(300)
class RedisReplayStoreTest {

  @TempDir private Path folder;

  private static RedisReplayStore patient(RedisServer server) {
    return Proofs.patient(RedisReplayStore.builder(server.uri())).build();
  }

  /** Does not wait for a server that is down, and soon tries again. */
  private static RedisReplayStore persistent(RedisServer server) {
    return Proofs.patient(RedisReplayStore.builder(server.uri()))
        .failuresInARow(3)
        .pause(Duration.ofMillis(20))
        .build();
  }

  private static boolean isFirst(ReplayStore store, String jwtId) {
    return Proofs.ask(store, jwtId).join() == Answer.FIRST;
  }

  /** Whether the store does not tell. */
  private static boolean isUndecided(ReplayStore store, String jwtId) {
    return Proofs.answer(store, jwtId) == null;
  }

  /** Asks until the store tells whether it is the first use. */
  private static boolean isFirstOnceDecided(ReplayStore store, String jwtId)
      throws InterruptedException {
    return Proofs.answerOnceDecided(store, jwtId) == Answer.FIRST;
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
              one.remember(ReplayKey.of("another", "a", "another"), Instant.now())
                  .toCompletableFuture()
                  .join())
          .isEqualTo(Answer.FIRST);
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
            Proofs.patient(RedisReplayStore.builder(server.uri()))
                .keyPrefix("orders:")
                .clock(InstantSource.fixed(now))
                .build()) {
      assertRemembered(server, store, now.plusSeconds(90), Duration.ofSeconds(100));
      assertRemembered(server, store, now.minusSeconds(5), Duration.ofSeconds(10));
      assertRemembered(server, store, Instant.MAX, Duration.ofDays(3650).plusSeconds(10));
    }
  }

  /** It is kept for this long, minus what has passed since. */
  private static void assertRemembered(
      RedisServer server, RedisReplayStore store, Instant until, Duration length) {
    ReplayKey key = ReplayKey.of("client", until.toString(), "client");
    long begin = System.nanoTime();
    assertThat(store.remember(key, until).toCompletableFuture().join()).isEqualTo(Answer.FIRST);
    long remaining = asked(server, commands -> commands.pttl("orders:" + key.text()));
    long passed = Duration.ofNanos(System.nanoTime() - begin).plusSeconds(1).toMillis();
    assertThat(remaining).isBetween(length.toMillis() - passed, length.toMillis());
  }

  private static long connections(RedisServer server) {
    return asked(server, commands -> commands.clientList().lines().count()) - 1;
  }

  @Test
  void connectsWhenItIsBuilt() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      assertThat(connections(server)).isZero();
      try (RedisReplayStore store = RedisReplayStore.builder(server.uri()).build()) {
        while (connections(server) == 0) {
          Thread.sleep(5);
        }
        while (!store.isConnected()) {
          Thread.sleep(5);
        }
        assertThat(connections(server)).isEqualTo(1);
      }
    }
  }

  @Test
  void tellsWhetherItIsConnectedAndConnectsAgain() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      server.stop();
      RedisReplayStore store = persistent(server);
      try (store) {
        assertThat(store.isConnected()).isFalse();
        server.start();
        while (!store.isConnected()) {
          Thread.sleep(5);
        }
        server.stop();
        while (store.isConnected()) {
          Thread.sleep(5);
        }
        server.start();
        while (!store.isConnected()) {
          Thread.sleep(5);
        }
      }
      assertThat(store.isConnected()).as("closed").isFalse();
    }
  }

  @Test
  void isUndecidedWithoutAServerAndDecidesOnceThereIsOne() throws Exception {
    try (RedisServer server = RedisServer.start(folder)) {
      server.stop();
      try (RedisReplayStore store = persistent(server)) {
        for (int i = 0; i < 10; i++) {
          assertThat(isUndecided(store, "a")).isTrue();
        }
        server.start();
        assertThat(isFirstOnceDecided(store, "b")).isTrue();
        assertThat(isFirst(store, "b")).as("it was decided").isFalse();
      }
    }
  }

  @Test
  void isUndecidedWhileTheServerIsDownAndConnectsAgain() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store = persistent(server)) {
      assertThat(isFirst(store, "before")).isTrue();
      server.stop();
      assertThat(isUndecided(store, "a")).isTrue();
      assertThat(isUndecided(store, "before")).as("never taken for new").isTrue();
      server.start();
      assertThat(isFirstOnceDecided(store, "after")).isTrue();
      assertThat(isFirst(store, "after")).isFalse();
      assertThat(isFirst(store, "before")).as("the server has lost it").isTrue();
    }
  }

  @Test
  void isUndecidedWhileTheServerHangsAndThenDecidesAgain() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    Handler collector = collector(log);
    Logger logger = Logger.getLogger(RedisReplayStore.class.getName());
    logger.addHandler(collector);
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store =
            RedisReplayStore.builder(server.uri())
                .commandTimeout(Duration.ofMillis(300))
                .connectTimeout(Duration.ofMinutes(1))
                .failuresInARow(3)
                .pause(Duration.ofMillis(20))
                .build()) {
      // On a busy machine, even a server that runs may be late at first.
      boolean unused = isFirstOnceDecided(store, "before");
      while (log.size() % 2 != 0) {
        Thread.sleep(5);
      }
      log.clear();
      server.pause();
      for (int i = 0; i < 3; i++) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> isFirst(store, "during"))
            .hasCauseInstanceOf(UndecidedException.class)
            .hasMessageContaining("no answer within 300 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - start))
            .isGreaterThanOrEqualTo(Duration.ofMillis(300));
      }
      awaitLines(log, 1);
      assertThat(log).singleElement(STRING).startsWith("WARNING").contains("within 300 ms");
      server.resume();
      assertThat(isFirstOnceDecided(store, "before")).isFalse();
      awaitLines(log, 2);
      assertThat(log).hasSize(2);
      assertThat(log.get(1)).startsWith("INFO").contains("answers again");
    } finally {
      logger.removeHandler(collector);
    }
  }

  @Test
  void failsAtOnceAfterFailuresInARow() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        RedisReplayStore store =
            RedisReplayStore.builder(server.uri())
                .commandTimeout(Duration.ofMillis(20))
                .failuresInARow(3)
                .pause(Duration.ofMinutes(5))
                .build()) {
      server.pause();
      for (int i = 0; i < 3; i++) {
        assertThat(isUndecided(store, "during " + i)).isTrue();
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(Proofs.ask(store, "open " + i)).isCompletedExceptionally();
      }
      assertThatThrownBy(() -> isFirst(store, "open"))
          .cause()
          .isInstanceOfSatisfying(
              UndecidedException.class,
              e ->
                  assertThat(e.retryAfter())
                      .isBetween(Duration.ofMillis(1), Duration.ofMinutes(5)));
      server.resume();
    }
  }

  private static void awaitLines(List<String> log, int lines) throws InterruptedException {
    while (log.size() < lines) {
      Thread.sleep(5);
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
          .hasCauseInstanceOf(UndecidedException.class)
          .hasMessageContaining("OOM");
    }
  }

  /** Nor how long the password is. */
  @Test
  void namesTheServerWithoutUserInformation() {
    for (String server :
        List.of(
            "rediss://redis.example",
            "redis://redis.example:7000/2?clientName=orders@shop",
            "redis-sentinel://one.example,two.example/0#orders")) {
      String plain = named(server);
      assertThat(plain).contains(".example");
      for (String user : List.of(":secret@", "us:longer-secret@", "us%40shop:p%2Fw%40x@")) {
        assertThat(named(server.replace("://", "://" + user)))
            .doesNotContain("us", "*", "secret")
            .isEqualTo(plain);
      }
    }
  }

  private static String named(String uri) {
    return RedisReplayStore.withoutUserInformation(RedisURI.create(uri));
  }

  @Test
  void isUndecidedWithAWrongPasswordAndNeverTellsIt() throws Exception {
    try (RedisServer server = RedisServer.start(folder, "--requirepass", "right-one")) {
      String wrong = server.uri().replace("//", "//:wrong-one@");
      String right = server.uri().replace("//", "//:right-one@");
      try (RedisReplayStore store = Proofs.patient(RedisReplayStore.builder(wrong)).build();
          RedisReplayStore good = Proofs.patient(RedisReplayStore.builder(right)).build()) {
        assertThatThrownBy(() -> isFirst(store, "a"))
            .hasCauseInstanceOf(UndecidedException.class)
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
            Proofs.patient(RedisReplayStore.builder(client, uri)).build()) {
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

  /** A call that has found the store open may go on after it was closed. */
  @Test
  void makesNoConnectionOfTheApplicationsClientOnceItIsClosed() throws Exception {
    RedisClient client = RedisClient.create();
    OwnThreads threads = new OwnThreads(new GuardedLogger("test"));
    try (RedisServer server = RedisServer.start(folder)) {
      Link link = new Link(client, RedisURI.create(server.uri()), Duration.ofSeconds(20), threads);
      assertThat(link.connection().get().sync().ping()).isEqualTo("PONG");
      link.close();
      assertThat(link.connection()).isCompletedExceptionally();
      assertThat(link.isConnected()).isFalse();
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
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
