// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The service as it is deployed: in a process of its own, from the native image if there is one.
 */
final class PackagedService implements AutoCloseable {

  private static final Path LOG = Path.of("target/service.log");

  private static final Pattern ADDRESS = Pattern.compile("Listening on: http://[^:]+:([0-9]+)\\s");

  /** Only so that a test fails which would wait forever. */
  private static final Duration FOREVER = Duration.ofMinutes(3);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  private PackagedService(Process process) throws Exception {
    this.process = process;
    AtomicInteger found = new AtomicInteger();
    await(
        "address in " + LOG,
        () -> {
          Matcher address = ADDRESS.matcher(Files.readString(LOG));
          if (address.find()) {
            found.set(Integer.parseInt(address.group(1)));
          }
          return found.get() != 0;
        });
    this.port = found.get();
  }

  /** Starts it with these options, and waits until it is live. */
  static PackagedService start(String... options) throws Exception {
    Process process =
        new ProcessBuilder(command(options))
            .redirectErrorStream(true)
            .redirectOutput(LOG.toFile())
            .start();
    PackagedService service = new PackagedService(process);
    service.until("/q/health/live", 200);
    return service;
  }

  private static List<String> command(String... options) {
    String image = System.getProperty("native.image.path", "");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.add(image.isEmpty() ? java.toString() : image);
    command.addAll(List.of("-Xmx256m", "-Dquarkus.http.port=0"));
    command.addAll(List.of(options));
    if (image.isEmpty()) {
      command.addAll(List.of("-jar", "target/quarkus-app/quarkus-run.jar"));
    }
    return command;
  }

  /** Waits until the path is answered with this status. */
  void until(String path, int status) throws Exception {
    await(status + " from " + path, () -> send("GET", path, null).statusCode() == status);
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.call()) {
      assertThat(process.isAlive()).as("the service; see %s", LOG).isTrue();
      if (System.nanoTime() - start > FOREVER.toNanos()) {
        throw new AssertionError("no " + what);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Sends a request with this token, or without one if it is null. */
  HttpResponse<String> send(String method, String path, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, BodyPublishers.noBody())
            .timeout(FOREVER);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroy();
    assertThat(process.onExit()).succeedsWithin(FOREVER);
  }
}
