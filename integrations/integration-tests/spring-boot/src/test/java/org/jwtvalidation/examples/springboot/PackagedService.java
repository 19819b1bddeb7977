// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The service as it is deployed: in a process of its own, processed ahead of time. */
final class PackagedService implements AutoCloseable {

  private static final File LOG = new File("target/service.log");
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private static final int TRIES = 3_000;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final Process process;

  private PackagedService(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** Starts it with these system properties, and waits until it answers. */
  static PackagedService start(String... properties) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Dspring.aot.enabled=true"));
    command.add("-Dserver.port=0");
    command.addAll(List.of(properties));
    command.add("-jar");
    command.add(Objects.requireNonNull(System.getProperty("service.jar")));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(LOG).start();
    return new PackagedService(port(process), process);
  }

  /** Waits until the service names its port, which is not taken before by another program. */
  private static int port(Process process) throws Exception {
    for (int tries = 0; tries < TRIES; tries++) {
      Matcher started = PORT.matcher(Files.readString(LOG.toPath()));
      if (started.find()) {
        return Integer.parseInt(started.group(1));
      }
      assertThat(process.isAlive()).as("see %s", LOG).isTrue();
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("not started: see " + LOG);
  }

  /** Waits until the path is answered with this status. */
  void until(String path, @Nullable String token, int status) throws Exception {
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        if (get(path, token).statusCode() == status) {
          return;
        }
      } catch (IOException e) {
        assertThat(process.isAlive()).as("see %s", LOG).isTrue();
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new AssertionError("no " + status + " from " + path);
  }

  /** Sends a request with this token, or without one if it is null. */
  HttpResponse<String> get(String path, @Nullable String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMinutes(1));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroy();
    assertThat(process.onExit()).succeedsWithin(Duration.ofMinutes(2));
  }
}
