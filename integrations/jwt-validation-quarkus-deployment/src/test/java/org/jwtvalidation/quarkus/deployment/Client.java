// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.ConfigProvider;

/** Sends requests to the application under test. */
final class Client {

  /** With a connection for each request that is under way, as many clients have. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Read once, on a thread of the test: others do not have the application's class loader. */
  private static final int PORT =
      ConfigProvider.getConfig().getValue("quarkus.http.test-port", int.class);

  private Client() {}

  static HttpResponse<String> get(String path, String... authorizations) {
    try {
      return HTTP.send(request(path, authorizations), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static CompletableFuture<HttpResponse<String>> send(String path, String... authorizations) {
    return HTTP.sendAsync(request(path, authorizations), BodyHandlers.ofString());
  }

  /** Sends a request with other fields, too. */
  static HttpResponse<String> get(String path, String authorization, List<String> fields) {
    return sendWith(path, authorization, fields).join();
  }

  /** As {@link #get(String, String, List)}, without waiting. */
  static CompletableFuture<HttpResponse<String>> sendWith(
      String path, String authorization, List<String> fields) {
    HttpRequest.Builder request = builder(path, authorization);
    for (int i = 0; i < fields.size(); i += 2) {
      request.header(fields.get(i), fields.get(i + 1));
    }
    return HTTP.sendAsync(request.build(), BodyHandlers.ofString());
  }

  /** Posts JSON, with other fields as pairs of name and value, too. */
  static HttpResponse<String> post(String path, String json, String... fields) {
    HttpRequest request =
        builder(path)
            .header("Content-Type", "application/json")
            .headers(fields)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    return HTTP.sendAsync(request, BodyHandlers.ofString()).join();
  }

  private static HttpRequest request(String path, String... authorizations) {
    return builder(path, authorizations).build();
  }

  private static HttpRequest.Builder builder(String path, String... authorizations) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + PORT + path))
            .timeout(Await.FOREVER);
    for (String authorization : authorizations) {
      request.header("Authorization", authorization);
    }
    return request;
  }

  /** The beginning of the response to what no HTTP client would send: version and status. */
  static String statusLine(String requestLine, String... fields) {
    try (Socket socket = new Socket("localhost", PORT)) {
      String head = requestLine + "\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Status, headers that matter, and body. */
  static String answer(HttpResponse<String> response) {
    StringBuilder answer = new StringBuilder().append(response.statusCode());
    for (String name : new String[] {"WWW-Authenticate", "Retry-After"}) {
      response.headers().allValues(name).forEach(value -> answer.append(' ').append(value));
    }
    return answer + (response.body().isEmpty() ? "" : " [" + response.body() + "]");
  }
}
