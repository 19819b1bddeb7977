// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A session of the protocol (revision 2025-06-18), whose requests need not be authorized. */
final class Session {

  static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  static final String LIST = call("listOrders", "");
  static final String CANCEL = call("cancelOrder", "\"order\":\"7\"");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI server;
  private final List<String> field;

  private Session(URI server, String token) throws IOException, InterruptedException {
    this.server = server;
    HttpResponse<String> response =
        client.send(request(server, INITIALIZE, bearer(token)), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).contains("\"protocolVersion\"");
    this.field =
        response
            .headers()
            .firstValue("Mcp-Session-Id")
            .map(id -> List.of("Mcp-Session-Id", id))
            .orElse(List.of());
    assertThat(send(INITIALIZED, bearer(token)).statusCode()).isEqualTo(202);
  }

  /** Begins a session with a token that is valid. */
  static Session begin(URI server, String token) throws IOException, InterruptedException {
    return new Session(server, token);
  }

  static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":{"
        + arguments
        + "}}}";
  }

  static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  private static HttpRequest request(URI target, String body, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target)
            .timeout(Duration.ofMinutes(3))
            .POST(BodyPublishers.ofString(body))
            .header("Accept", "application/json, text/event-stream");
    if (Stream.of(fields).noneMatch("Content-Type"::equals)) {
      request.header("Content-Type", "application/json");
    }
    return fields.length == 0 ? request.build() : request.headers(fields).build();
  }

  /** The challenges of a response, one by one, which may share a header field or not. */
  static List<String> challenges(HttpResponse<?> response) {
    return response.headers().allValues("WWW-Authenticate").stream()
        .flatMap(field -> Stream.of(field.split(", (?=DPoP )", -1)))
        .toList();
  }

  /**
   * The name and the value of the header field by which requests belong to this session; none with
   * a server that has no state.
   */
  List<String> field() {
    return field;
  }

  /** Sends a message within this session, with more header fields: names and values in turn. */
  HttpResponse<String> send(String body, String... fields)
      throws IOException, InterruptedException {
    return sendTo(server, body, fields);
  }

  HttpResponse<String> sendTo(URI target, String body, String... fields)
      throws IOException, InterruptedException {
    String[] all = Stream.concat(field.stream(), Stream.of(fields)).toArray(String[]::new);
    return client.send(request(target, body, all), BodyHandlers.ofString());
  }

  HttpResponse<String> get(URI target) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(target).build(), BodyHandlers.ofString());
  }
}
