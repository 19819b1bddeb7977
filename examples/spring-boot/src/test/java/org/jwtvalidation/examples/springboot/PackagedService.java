package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The service as it is deployed: in a process of its own, processed ahead of time. */
final class PackagedService implements AutoCloseable {

  private static final File LOG = new File("target/service.log");

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final Process process;

  private PackagedService(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** Starts it with these system properties, and waits until it answers. */
  static PackagedService start(String... properties) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Dspring.aot.enabled=true"));
    command.add("-Dserver.port=" + port);
    command.addAll(List.of(properties));
    command.add("-jar");
    command.add(Objects.requireNonNull(System.getProperty("service.jar")));
    PackagedService service =
        new PackagedService(
            port,
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(LOG).start());
    service.until("/orders", null, 401);
    return service;
  }

  /** Waits until the path is answered with this status. */
  void until(String path, @Nullable String token, int status) throws Exception {
    for (int tries = 0; tries < 600; tries++) {
      try {
        if (get(path, token).statusCode() == status) {
          return;
        }
      } catch (IOException e) {
        assertThat(process.isAlive()).as("see %s", LOG).isTrue();
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new AssertionError("no " + status + " from " + path);
  }

  /** Sends a request with this token, or without one if it is null. */
  HttpResponse<String> get(String path, @Nullable String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroy();
    assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30));
  }
}
