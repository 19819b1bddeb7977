// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A service in a JVM of its own. */
final class RunningService implements AutoCloseable {

  private static final String HEAP = "512m";

  static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int LOWEST_PORT = 10_000;
  private static final int FIRST_PORT_OF_CLIENTS = 32_768;

  private final Process process;
  private final URI root;
  private final HttpClient client;
  private final Path log;
  private final long begun;
  private final Runnable atEnd;
  private final Thread atShutdown = new Thread(this::kill, "end of service");

  private RunningService(
      Process process, long begun, URI root, HttpClient client, Path log, Runnable atEnd) {
    this.process = process;
    this.begun = begun;
    this.root = root;
    this.client = client;
    this.log = log;
    this.atEnd = atEnd;
  }

  /**
   * Starts a service, and does not wait for it.
   *
   * @param properties its system properties
   * @param prefix what precedes the command, so that it runs where it should
   * @param certificate with which it serves over TLS, or null
   * @param log where its output goes
   * @param atEnd what to do when it has ended, also if this JVM ends; perhaps twice
   * @throws IllegalArgumentException if it is not packaged
   * @throws RejectedExecutionException if this JVM ends
   */
  static RunningService start(
      Path jar,
      Map<String, String> properties,
      List<String> prefix,
      @Nullable ServiceCertificate certificate,
      Path log,
      Runnable atEnd)
      throws IOException {
    if (!Files.exists(jar)) {
      throw new IllegalArgumentException(
          jar + " does not exist; package the services by ./mvnw verify -Pbenchmark-http");
    }
    int port = freePort();
    List<String> command = new ArrayList<>(prefix);
    command.add(Program.pathInJdk("java"));
    // The same for all services, whatever memory the machine has.
    command.add("-Xms" + HEAP);
    command.add("-Xmx" + HEAP);
    properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    if (certificate != null) {
      certificate.properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
      builder.sslContext(certificate.trust());
    }
    command.add("-Dservice.port=" + port);
    command.add("-jar");
    command.add(jar.toString());
    String scheme = certificate == null ? "http" : "https";
    URI root = URI.create(scheme + "://127.0.0.1:" + port);
    HttpClient client = builder.build();
    long begun = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    RunningService service = new RunningService(process, begun, root, client, log, atEnd);
    try {
      Runtime.getRuntime().addShutdownHook(service.atShutdown);
    } catch (IllegalStateException e) {
      service.kill();
      throw new RejectedExecutionException("no service starts while this JVM ends", e);
    }
    return service;
  }

  private void kill() {
    process.destroyForcibly().onExit().join();
    atEnd.run();
  }

  /**
   * A port that nothing listens on. It is below those that systems give to clients, of which one
   * might have it by the time when the service listens.
   */
  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, FIRST_PORT_OF_CLIENTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Another has it.
      }
    }
  }

  URI uri(String path) {
    return root.resolve(path);
  }

  /**
   * Waits until a request is answered with this status.
   *
   * @param token the token, or null for a request without one
   * @return the nanoseconds since the start of the JVM
   * @throws IllegalStateException if that takes longer than three minutes, or the service ends
   */
  long awaitStatus(String path, @Nullable String token, int status) throws IOException {
    while (System.nanoTime() - begun < PATIENCE.toNanos()) {
      try {
        if (get(path, token).statusCode() == status) {
          return System.nanoTime() - begun;
        }
      } catch (IOException e) {
        // It does not listen yet.
      }
      checkThatItRuns();
      pause(2);
    }
    throw new IllegalStateException(path + " is not answered with " + status + ": see " + log);
  }

  /**
   * Checks that the service has not ended.
   *
   * @throws IllegalStateException if it has
   */
  void checkThatItRuns() {
    if (!process.isAlive()) {
      throw new IllegalStateException("the service has ended: see " + log);
    }
  }

  /**
   * Waits until the service takes hardly any processor time for a while, which is longer than other
   * programs keep one from it; at most for five seconds.
   */
  void awaitIdle() {
    int quiet = 0;
    for (int period = 0; period < 50 && quiet < 3; period++) {
      Duration before = processorTime();
      pause(100);
      quiet = processorTime().minus(before).toMillis() <= 10 ? quiet + 1 : 0;
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a service", e);
    }
  }

  HttpResponse<String> get(String path, @Nullable String token) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a service answers", e);
    }
  }

  /** What the service has recorded of its requests and validations since its start. */
  JsonNode accounts() throws IOException {
    return new ObjectMapper().readTree(get("/accounts", null).body());
  }

  long processId() {
    return process.pid();
  }

  /** The time of all processors that the service has taken since its start. */
  Duration processorTime() {
    return processorTime(process.toHandle());
  }

  static Duration processorTime(ProcessHandle of) {
    return of.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    atEnd.run();
    try {
      // Not before: if this JVM ends meanwhile, that does not wait for this thread.
      Runtime.getRuntime().removeShutdownHook(atShutdown);
    } catch (IllegalStateException e) {
      // It ends the service already.
    }
  }
}
