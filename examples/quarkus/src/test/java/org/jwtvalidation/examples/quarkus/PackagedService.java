package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The service as it is deployed: in a process of its own, from the native image if there is one.
 */
final class PackagedService implements AutoCloseable {

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final Process process;

  private PackagedService(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** Starts it with these options, and waits until it is live. */
  static PackagedService start(String... options) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder(command(port, options))
            .redirectErrorStream(true)
            .redirectOutput(new File("target/service.log"))
            .start();
    PackagedService service = new PackagedService(port, process);
    service.until("/q/health/live", 200);
    return service;
  }

  private static List<String> command(int port, String... options) {
    String image = System.getProperty("native.image.path", "");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.add(image.isEmpty() ? java.toString() : image);
    command.addAll(List.of("-Xmx256m", "-Dquarkus.http.port=" + port));
    command.addAll(List.of(options));
    if (image.isEmpty()) {
      command.addAll(List.of("-jar", "target/quarkus-app/quarkus-run.jar"));
    }
    return command;
  }

  /** Waits until the path is answered with this status. */
  void until(String path, int status) throws Exception {
    for (int tries = 0; tries < 200; tries++) {
      try {
        if (send("GET", path, null).statusCode() == status) {
          return;
        }
      } catch (IOException e) {
        assertThat(process.isAlive()).as("see target/service.log").isTrue();
      }
      TimeUnit.MILLISECONDS.sleep(250);
    }
    throw new AssertionError("no " + status + " from " + path);
  }

  /** Sends a request with this token, or without one if it is null. */
  HttpResponse<String> send(String method, String path, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, BodyPublishers.noBody())
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
