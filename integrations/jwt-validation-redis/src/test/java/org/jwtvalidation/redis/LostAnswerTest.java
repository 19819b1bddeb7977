// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/** A connection that breaks after the server has run a command, and before its answer arrives. */
@Timeout(300)
class LostAnswerTest {

  @TempDir private Path folder;

  /** What is between a store and its server, and loses the next answer if it is told to. */
  private static final class Network implements AutoCloseable {

    private final int port;
    private final AtomicBoolean loses = new AtomicBoolean();
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    Network(RedisServer server) throws IOException {
      port = URI.create(server.uri()).getPort();
      start(this::accept);
    }

    RedisURI uri() {
      return RedisURI.create(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "network");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket near = listener.accept();
          Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
          start(() -> pass(near, far, false));
          start(() -> pass(far, near, true));
        }
      } catch (IOException e) {
        // Closed.
      }
    }

    private void pass(Socket from, Socket to, boolean isAnswer) {
      byte[] octets = new byte[8192];
      try (from;
          to) {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int read = in.read(octets); read >= 0; read = in.read(octets)) {
          if (isAnswer && loses.compareAndSet(true, false)) {
            return;
          }
          out.write(octets, 0, read);
        }
      } catch (IOException e) {
        // The other direction has closed both.
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  private static RedisReplayStore connected(RedisReplayStore.Builder options)
      throws InterruptedException {
    RedisReplayStore store = Proofs.patient(options).build();
    while (!store.isConnected()) {
      Thread.sleep(5);
    }
    return store;
  }

  @Test
  void isNoReplayWhereTheClientOfTheApplicationSendsTheCommandAgain() throws Exception {
    RedisClient client = RedisClient.create();
    try (RedisServer server = RedisServer.start(folder);
        Network network = new Network(server);
        RedisReplayStore store = connected(RedisReplayStore.builder(client, network.uri()));
        RedisReplayStore other = connected(RedisReplayStore.builder(server.uri()))) {
      network.loses.set(true);
      assertThat(Proofs.answer(store, "a")).isEqualTo(Answer.FIRST);
      assertThat(network.loses).as("the answer was lost").isFalse();
      assertThat(Proofs.answer(store, "a")).isEqualTo(Answer.REPLAYED);
      assertThat(Proofs.answer(other, "a")).isEqualTo(Answer.REPLAYED);

      assertThat(Proofs.answer(other, "b")).isEqualTo(Answer.FIRST);
      network.loses.set(true);
      assertThat(Proofs.answer(store, "b")).isEqualTo(Answer.REPLAYED);
      assertThat(network.loses).isFalse();
    } finally {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
  }

  @Test
  void isUndecidedWhereNothingIsSentAgain() throws Exception {
    try (RedisServer server = RedisServer.start(folder);
        Network network = new Network(server);
        RedisReplayStore store = connected(RedisReplayStore.builder(network.uri()))) {
      network.loses.set(true);
      assertThat(Proofs.answer(store, "a")).isNull();
      assertThat(Proofs.answer(store, "a")).isEqualTo(Answer.REPLAYED);
    }
  }
}
