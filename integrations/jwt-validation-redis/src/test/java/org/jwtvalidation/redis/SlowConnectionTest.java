// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/** Connections that take longer than a request waits. */
@Timeout(120)
class SlowConnectionTest {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(1);

  /** Greets each connection, and then answers, as soon as a test lets it. */
  private static final class SlowServer implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch greetings;
    private final CountDownLatch answers;

    SlowServer(CountDownLatch greetings, CountDownLatch answers) throws IOException {
      this.greetings = greetings;
      this.answers = answers;
      start(this::accept);
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "slow server");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listener.accept();
          connections.incrementAndGet();
          start(() -> serve(socket));
        }
      } catch (IOException e) {
        // The test has ended.
      }
    }

    private void serve(Socket socket) {
      try (socket) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        OutputStream out = socket.getOutputStream();
        for (String count = in.readLine(); count != null; count = in.readLine()) {
          String name = name(in, Integer.parseInt(count.substring(1)));
          out.write((answer(name) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException | InterruptedException e) {
        // The store has closed the connection.
      }
    }

    /** Of a command of so many parts, each a line after one with its length. */
    private static String name(BufferedReader in, int parts) throws IOException {
      String name = "";
      for (int i = 0; i < parts; i++) {
        in.readLine();
        String part = in.readLine();
        name = i == 0 ? part : name;
      }
      return name.toUpperCase(Locale.ROOT);
    }

    private String answer(String command) throws InterruptedException {
      switch (command) {
        case "HELLO" -> {
          greetings.await();
          return "-ERR unknown command 'HELLO'";
        }
        case "PING" -> {
          return "+PONG";
        }
        case "SET" -> {
          answers.await();
          return "+OK";
        }
        default -> {
          return "+OK";
        }
      }
    }

    RedisReplayStore.Builder store() {
      String host = listener.getInetAddress().getHostAddress();
      return RedisReplayStore.builder("redis://" + host + ":" + listener.getLocalPort())
          .commandTimeout(COMMAND_TIMEOUT)
          .connectTimeout(Duration.ofMinutes(1))
          .pause(Duration.ofMillis(100));
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  private static @Nullable Answer answer(RedisReplayStore store, int jwtId) {
    return Proofs.answer(store, Integer.toString(jwtId));
  }

  private static void awaitFirst(RedisReplayStore store) throws InterruptedException {
    int attempts = 0;
    while (answer(store, attempts) != Answer.FIRST) {
      assertThat(++attempts).as("undecided").isLessThan(100);
      Thread.sleep(50);
    }
  }

  @Test
  void isMadeAlthoughTheFirstRequestsOpenTheCircuit() throws Exception {
    CountDownLatch greetings = new CountDownLatch(1);
    try (SlowServer server = new SlowServer(greetings, new CountDownLatch(0));
        RedisReplayStore store =
            server.store().commandTimeout(Duration.ofMillis(500)).failuresInARow(1).build()) {
      for (int i = 1; i <= 2; i++) {
        assertThat(answer(store, -i)).isNull();
        // The next one is not refused at once.
        Thread.sleep(110);
      }
      greetings.countDown();
      awaitFirst(store);
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void isKeptByTheRequestThatHadToWaitForIt() throws Exception {
    CountDownLatch greetings = new CountDownLatch(1);
    CountDownLatch givenUp = new CountDownLatch(1);
    try (SlowServer server = new SlowServer(greetings, givenUp);
        RedisReplayStore store = server.store().failuresInARow(1).build()) {
      CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(greetings::countDown);
      assertThat(answer(store, -1)).isNull();
      givenUp.countDown();
      awaitFirst(store);
      assertThat(server.connections).hasValue(1);
    }
  }

  /** Shorter than by default, and than a request would wait. */
  @Test
  void isGivenUpInTheTimeThatIsConfigured() throws Exception {
    try (SlowServer server = new SlowServer(new CountDownLatch(1), new CountDownLatch(0));
        RedisReplayStore store =
            server
                .store()
                .connectTimeout(Duration.ofMillis(50))
                .commandTimeout(Duration.ofSeconds(10))
                .failuresInARow(1000)
                .build()) {
      int attempts = 0;
      long begin;
      do {
        // A busy machine may delay one, but not all of them.
        assertThat(attempts).as("slow").isLessThan(20);
        begin = System.nanoTime();
        assertThat(answer(store, attempts++)).isNull();
      } while (System.nanoTime() - begin > Duration.ofSeconds(1).toNanos());
      assertThat(answer(store, attempts)).isNull();
      assertThat(server.connections).hasValueGreaterThan(1);
    }
  }
}
