// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A real server as a process of its own, on a free port of the loopback interface. */
final class RedisServer implements AutoCloseable {

  private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();
  private static final int ATTEMPTS = 6_000;

  private final Path folder;
  private final String program;
  private final int port;
  private final List<String> options;
  private @Nullable Process process;

  private RedisServer(Path folder, String program, int port, List<String> options) {
    this.folder = folder;
    this.program = program;
    this.port = port;
    this.options = options;
  }

  /** Starts a server, or skips the test if there is none on this machine. */
  static RedisServer start(Path folder, String... options) throws Exception {
    RedisServer server = new RedisServer(folder, program(), freePort(), List.of(options));
    server.start();
    return server;
  }

  private static String program() throws InterruptedException {
    for (String program : List.of("valkey-server", "redis-server")) {
      try {
        if (new ProcessBuilder(program, "--version").start().waitFor() == 0) {
          return program;
        }
      } catch (IOException e) {
        // It is not there; perhaps the other is.
      }
    }
    String missing = "no Redis server: install valkey-server or redis-server";
    Assumptions.assumeTrue("true".equals(System.getenv("CI")), missing);
    throw new AssertionError(missing);
  }

  /**
   * A port below those that the system chooses itself: connections of other programs may not take
   * it while the server is down.
   */
  private static int freePort() throws IOException {
    IOException last = new IOException("no attempt");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  void start() throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program, "--port", Integer.toString(port), "--bind", HOST));
    command.addAll(List.of("--dir", folder.toString(), "--save", "", "--appendonly", "no"));
    command.addAll(options);
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    process = started;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return;
      } catch (IOException e) {
        if (!started.isAlive()) {
          throw new AssertionError("the server ended: see server.log in " + folder, e);
        }
        Thread.sleep(10);
      }
    }
    throw new AssertionError("the server did not start: see server.log in " + folder);
  }

  String uri() {
    return "redis://" + HOST + ":" + port;
  }

  /** Makes the server accept connections and answer nothing. */
  void pause() throws Exception {
    signal("-STOP");
  }

  void resume() throws Exception {
    signal("-CONT");
  }

  private void signal(String name) throws Exception {
    Process running = process;
    if (running == null
        || new ProcessBuilder("kill", name, Long.toString(running.pid())).start().waitFor() != 0) {
      throw new AssertionError("the server is not running");
    }
  }

  void stop() {
    Process running = process;
    process = null;
    if (running != null) {
      running.destroyForcibly().onExit().orTimeout(1, TimeUnit.MINUTES).join();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
