// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Chromium without a window, driven by the W3C's WebDriver protocol: the libraries for that would
 * be on the class path of every application under test.
 */
final class Browser implements AutoCloseable {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String origin;
  private String session = "";

  private Browser(Process driver, String origin) {
    this.driver = driver;
    this.origin = origin;
  }

  /** Starts it with its files in this folder, or skips the test where there is no browser. */
  static Browser start(Path folder) throws Exception {
    Path binary = find("chromium", "chromium-browser", "google-chrome");
    Path driver = find("chromedriver");
    if (binary == null || driver == null) {
      String missing = "no browser: install chromium and chromium-driver";
      if ("true".equals(System.getenv("CI"))) {
        fail(missing);
      }
      abort(missing);
    }
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder(driver.toString(), "--port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("driver.log").toFile())
            .start();
    Browser browser = new Browser(process, "http://127.0.0.1:" + port);
    try {
      browser.open(binary, folder);
      return browser;
    } catch (Exception | AssertionError e) {
      browser.close();
      throw e;
    }
  }

  private static Path find(String... names) {
    return Stream.of(names)
        .flatMap(name ->
            Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private void open(Path binary, Path folder) throws Exception {
    awaitDriver();
    List<String> arguments =
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1100,900",
            "--user-data-dir=" + folder.resolve("profile"));
    JsonObject options =
        new JsonObject().put("binary", binary.toString()).put("args", new JsonArray(arguments));
    JsonObject wanted =
        new JsonObject()
            .put(
                "capabilities",
                new JsonObject()
                    .put("alwaysMatch", new JsonObject().put("goog:chromeOptions", options)));
    JsonObject opened = (JsonObject) send("POST", "/session", wanted);
    session = "/session/" + opened.getString("sessionId");
  }

  private void awaitDriver() throws Exception {
    for (int tries = 0; tries < 1_000; tries++) {
      try {
        if (((JsonObject) send("GET", "/status", null)).getBoolean("ready")) {
          return;
        }
      } catch (IOException e) {
        // It does not listen yet.
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    fail("chromedriver does not start; see driver.log");
  }

  private Object send(String method, String path, JsonObject body) throws Exception {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create(origin + path))
                .timeout(Await.FOREVER)
                .method(
                    method,
                    body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()))
                .build(),
            BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      fail(method + " " + path + ": " + response.body());
    }
    return new JsonObject(response.body()).getValue("value");
  }

  /** Goes to a page. */
  void open(String address) throws Exception {
    send("POST", session + "/url", new JsonObject().put("url", address));
  }

  /** Runs this body of a function in the page, and returns what it returns. */
  Object run(String script) throws Exception {
    return send(
        "POST",
        session + "/execute/sync",
        new JsonObject().put("script", script).put("args", new JsonArray()));
  }

  /** Runs the body of a function until it returns something other than null, false or "". */
  String await(String script) throws Exception {
    for (int tries = 0; tries < 600; tries++) {
      Object answer = run(script);
      if (answer != null && !answer.equals(false) && !answer.equals("")) {
        return answer.toString();
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return fail("nothing from " + script + " on " + run("return location.href"));
  }

  /** Leaves a picture of the page. */
  void shoot(Path file) throws Exception {
    Files.createDirectories(file.toAbsolutePath().getParent());
    String picture = (String) send("GET", session + "/screenshot", null);
    Files.write(file, Base64.getDecoder().decode(picture));
  }

  @Override
  public void close() {
    try {
      if (!session.isEmpty()) {
        send("DELETE", session, null);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      driver.destroy();
      driver.onExit().join();
    }
  }
}
