// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Keycloak on a free port of the loopback interface, its database in memory, with the realm of
 * {@code realm.json}. It ends when it is closed, and also when this JVM ends in whatever way.
 */
public final class KeycloakServer implements AutoCloseable {

  static final String REALM = "shop";
  static final String ADMIN = "admin";
  static final String ADMIN_PASSWORD = "secret-of-the-admin";

  /** However busy the machine is: it takes half a minute alone. */
  private static final Duration TIME_TO_START = Duration.ofMinutes(10);

  private static final Duration TIME_TO_STOP = Duration.ofSeconds(20);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final int LINES_SHOWN = 40;

  /**
   * The end of standard input ends the server, so that it outlives no JVM, not even one that is
   * killed. Its process stays the same throughout: the shell becomes kc.sh, and kc.sh becomes Java.
   */
  private static final String ENDS_WITH_STANDARD_INPUT =
      "exec 3<&0; (cat <&3; kill $$) >/dev/null 2>&1 & exec sh \"$0\" \"$@\" 3<&- </dev/null";

  /** What the scripts need of the environment; settings for some other Keycloak stay outside. */
  private static final Set<String> INHERITED = Set.of("PATH", "HOME", "TMPDIR");

  private final Process process;
  private final Path log;
  private final URI origin;
  private final long startedAt = System.nanoTime();

  private KeycloakServer(Process process, Path log, URI origin) {
    this.process = process;
    this.log = log;
    this.origin = origin;
  }

  /**
   * Unpacks and starts the distribution that the system property {@code keycloak.zip} names, and
   * waits until it answers.
   *
   * @throws IllegalStateException if there is no distribution or no room for it, or if it does not
   *     start
   */
  public static KeycloakServer start() throws IOException, InterruptedException {
    String zip = System.getProperty("keycloak.zip");
    if (zip == null) {
      throw new IllegalStateException("keycloak.zip: not set; run ./mvnw verify -Pkeycloak");
    }
    Path folder = Objects.requireNonNull(Path.of(zip).toAbsolutePath().getParent());
    Room.in(folder).check(folder);
    Path home = new Archive(Path.of(zip)).unpackInto(folder.resolve("server"));
    copyRealmInto(home.resolve("data/import"));
    KeycloakServer server = launch(home, folder.resolve("keycloak.log"), freePort());
    try {
      server.awaitReadiness();
      return server;
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static void copyRealmInto(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (InputStream realm = KeycloakServer.class.getResourceAsStream("realm.json")) {
      Files.copy(Objects.requireNonNull(realm), folder.resolve("realm.json"));
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static KeycloakServer launch(Path home, Path log, int port) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            ENDS_WITH_STANDARD_INPUT,
            home.resolve("bin/kc.sh").toString(),
            "start-dev",
            "--import-realm",
            "--db=dev-mem",
            "--cache=local",
            "--http-host=127.0.0.1",
            "--http-port=" + port,
            "--health-enabled=false",
            "--metrics-enabled=false");
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(INHERITED);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("JAVA_OPTS_KC_HEAP", "-Xms256m -Xmx768m");
    // It lives for seconds, too short for the optimizing compiler to pay off.
    environment.put("JAVA_OPTS_APPEND", "-XX:TieredStopAtLevel=1");
    environment.put("KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN);
    environment.put("KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN_PASSWORD);
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .directory(home.toFile())
            .start();
    return new KeycloakServer(process, log, URI.create("http://127.0.0.1:" + port));
  }

  private void awaitReadiness() throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    Duration nextLine = Duration.ZERO;
    while (!answers(http)) {
      Duration age = age();
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "Keycloak ended with " + process.exitValue() + " instead of starting" + tail());
      }
      if (age.compareTo(TIME_TO_START) > 0) {
        throw new IllegalStateException(
            "Keycloak did not start within " + TIME_TO_START.toSeconds() + " s" + tail());
      }
      if (age.compareTo(nextLine) >= 0) {
        say("starting on " + origin);
        nextLine = age.plus(BETWEEN_LINES);
      }
      Thread.sleep(200);
    }
    say("ready");
  }

  private boolean answers(HttpClient http) throws InterruptedException {
    URI metadata = URI.create(issuer() + "/.well-known/openid-configuration");
    try {
      return http.send(
                  HttpRequest.newBuilder(metadata).timeout(Duration.ofSeconds(10)).build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      // Whatever a server does that is not up yet.
      return false;
    }
  }

  private Duration age() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  private void say(String what) {
    System.out.println("[keycloak " + age().toSeconds() + "s] " + what);
  }

  private String tail() throws IOException {
    List<String> lines = new String(Files.readAllBytes(log), UTF_8).lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
    return "; the end of " + log + ":\n" + String.join("\n", last);
  }

  /** The address without a path. */
  public URI origin() {
    return origin;
  }

  /** The issuer identifier of the realm. */
  public String issuer() {
    return origin + "/realms/" + REALM;
  }

  @Override
  public void close() throws IOException {
    // Whoever loses its parent is no descendant any more, so they are asked for first.
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    process.getOutputStream().close();
    try {
      process.waitFor(TIME_TO_STOP.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join());
    say("stopped");
  }
}
