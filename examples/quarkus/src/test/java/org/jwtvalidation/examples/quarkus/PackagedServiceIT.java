package org.jwtvalidation.examples.quarkus;

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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.testkit.TestIssuer;

/** The service as it is deployed: in a process of its own. */
@Tag("once")
@Timeout(120)
class PackagedServiceIT {

  private final TestIssuer issuer = TestIssuer.start();
  private final HttpClient client = HttpClient.newHttpClient();
  private Process service;
  private int port;

  @BeforeEach
  void start() throws Exception {
    // The readiness decides below when the service has its keys.
    issuer.disconnect();
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    service =
        new ProcessBuilder(command())
            .redirectErrorStream(true)
            .redirectOutput(new File("target/service.log"))
            .start();
    until("/q/health/live", 200);
  }

  /** Of the native image if one was built, and otherwise of the jar. */
  private List<String> command() {
    String image = System.getProperty("native.image.path", "");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(
            List.of(
                image.isEmpty() ? java.toString() : image,
                "-Xmx256m",
                "-Dquarkus.http.port=" + port,
                "-Djwt-validation.issuers.shop.url=" + issuer.issuer(),
                "-Djwt-validation.issuers.shop.audience=" + issuer.audience(),
                "-Djwt-validation.issuers.shop.keys.allow-loopback-http=true"));
    if (image.isEmpty()) {
      command.addAll(List.of("-jar", "target/quarkus-app/quarkus-run.jar"));
    }
    return command;
  }

  @AfterEach
  void stop() throws Exception {
    service.destroy();
    assertThat(service.waitFor(30, TimeUnit.SECONDS)).isTrue();
    issuer.close();
  }

  private void until(String path, int status) throws Exception {
    for (int tries = 0; tries < 200; tries++) {
      try {
        if (get(path, null).statusCode() == status) {
          return;
        }
      } catch (IOException e) {
        assertThat(service.isAlive()).as("see target/service.log").isTrue();
      }
      TimeUnit.MILLISECONDS.sleep(250);
    }
    throw new AssertionError("no " + status + " from " + path);
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(20));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void answersWhateverTheIssuerDoes() throws Exception {
    String token = issuer.token().subject("jo").scope("orders:read").compact();
    assertThat(get("/q/health/ready", null).statusCode()).isEqualTo(503);
    HttpResponse<String> undecided = get("/orders", token);
    assertThat(undecided.statusCode()).isEqualTo(503);
    assertThat(undecided.headers().firstValue("Retry-After")).get().asString().matches("[0-9]+");
    issuer.reconnect();
    until("/q/health/ready", 200);
    assertThat(get("/orders", token).body()).isEqualTo("all orders");
    assertThat(get("/orders/mine", token).body()).isEqualTo("orders of jo");
    assertThat(get("/orders", issuer.token().compact()).statusCode()).isEqualTo(403);
    HttpResponse<String> missing = get("/orders", null);
    assertThat(missing.statusCode()).isEqualTo(401);
    assertThat(missing.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"api\"");
    assertThat(get("/orders", issuer.token().expired().compact()).statusCode()).isEqualTo(401);
    assertThat(get("/q/metrics", null).body())
        .contains("jwt_http_requests_total{outcome=\"unavailable\"} 1.0")
        .contains("jwt_http_requests_total{outcome=\"invalid_token\"} 1.0");
  }
}
