// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A service that answers every request with the orders, whatever its token. */
final class OpenService {

  /** How long it works after an answer to {@code /work}. */
  static final Duration WORK = Duration.ofMillis(700);

  private OpenService() {}

  public static void main(String[] args) throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.getInteger("service.port")),
            100);
    server.createContext("/", OpenService::answer);
    server.createContext(
        "/work",
        exchange -> {
          answer(exchange);
          long begin = System.nanoTime();
          while (System.nanoTime() - begin < WORK.toNanos()) {
            Thread.onSpinWait();
          }
        });
    server.start();
  }

  static void answer(HttpExchange exchange) throws IOException {
    byte[] body = "orders of alice".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Packages it as the plain service below a folder of services. */
  static void packageIn(Path services) throws IOException {
    packageIn(services, OpenService.class);
  }

  /** The same for another service, which has the classes of this test. */
  static void packageIn(Path services, Class<?> service) throws IOException {
    Path jar = services.resolve(Service.PLAIN.jar());
    Files.createDirectories(jar.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, service.getName());
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(path -> Path.of(path).toUri().toString())
                .collect(joining(" ")));
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
  }
}
