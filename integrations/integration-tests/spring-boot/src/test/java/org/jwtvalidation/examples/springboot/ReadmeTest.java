// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;

/** Compiles and runs the programs of the README as they stand, but for the issuer and the port. */
@Timeout(300)
class ReadmeTest {

  private static final String ISSUER = "https://issuer.example";

  private static final long WAIT = TimeUnit.SECONDS.toNanos(200);

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final TestCertificate certificate = TestCertificate.create();
  private TestIssuer issuer;
  private int port;

  @BeforeEach
  void start() throws IOException {
    issuer = TestIssuer.builder().audience("orders-api").certificate(certificate).start();
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  /** The block of the README with this role and language. */
  private String block(String role, String language) throws IOException {
    Matcher block =
        Pattern.compile(
                "\\[source\\." + role + "," + language + "]\\R----\\R(.*?)^----$",
                Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("../../../README.adoc")));
    assertThat(block.find()).as("%s of %s", language, role).isTrue();
    String text = block.group(1);
    assertThat(block.find()).as("another %s of %s", language, role).isFalse();
    return text.replace(ISSUER, issuer.issuer());
  }

  private Process run(String mainClass, String source, String... options) throws Exception {
    Path file = Files.writeString(folder.resolve("Orders.java"), source);
    String classPath = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", folder.toString(), file.toString()))
        .isZero();
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("issuer", certificate.x509());
    Path store = folder.resolve("trusted.p12");
    try (var out = Files.newOutputStream(store)) {
      trusted.store(out, "changeit".toCharArray());
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djavax.net.ssl.trustStore=" + store);
    command.add("-Djavax.net.ssl.trustStorePassword=changeit");
    command.add("-cp");
    command.add(folder + System.getProperty("path.separator") + classPath);
    command.add(mainClass);
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output().toFile())
        .start();
  }

  private Path output() {
    return folder.resolve("output");
  }

  private HttpResponse<String> get(String path, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private void assertServes(Process program, String probe) throws Exception {
    try {
      String state = "";
      for (long end = System.nanoTime() + WAIT; !state.startsWith("200"); ) {
        assertThat(program.isAlive() && System.nanoTime() < end)
            .as("%s; %s", state, Files.readString(output()))
            .isTrue();
        try {
          HttpResponse<String> ready = get(probe);
          state = ready.statusCode() + " " + ready.body();
        } catch (IOException e) {
          state = "does not listen";
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
      String token = issuer.token().subject("jo").scope("orders:read").compact();
      HttpResponse<String> orders = get("/orders", "Authorization", "Bearer " + token);
      assertThat(orders.statusCode()).isEqualTo(200);
      assertThat(orders.body()).isEqualTo("orders of jo");
      assertThat(get("/orders").statusCode()).isEqualTo(401);
      String expired = issuer.token().expired().compact();
      assertThat(get("/orders", "Authorization", "Bearer " + expired).statusCode()).isEqualTo(401);
    } finally {
      program.destroyForcibly().waitFor();
    }
  }

  @Test
  void plainProgramServes() throws Exception {
    String source = block("plain", "java").replace("8080", Integer.toString(port));
    assertServes(run("Orders", source), "/ready");
  }

  @Test
  void springBootProgramServes() throws Exception {
    Files.writeString(folder.resolve("application.properties"), block("spring-boot", "properties"));
    Process program =
        run(
            "orders.Orders",
            block("spring-boot", "java"),
            "--server.port=" + port,
            "--spring.config.location=" + folder + "/");
    assertServes(program, "/actuator/health/readiness");
  }
}
