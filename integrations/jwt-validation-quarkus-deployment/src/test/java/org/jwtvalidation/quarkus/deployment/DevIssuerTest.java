// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.logging.Level;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application without configuration, as it is when somebody has just added the extension. */
@Tag("jdk-independent")
class DevIssuerTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.of(Orders.class, Ping.class, Client.class)
          .setLogRecordPredicate(line ->
              line.getLoggerName().startsWith("org.jwtvalidation")
                  && line.getLevel().intValue() >= Level.INFO.intValue())
          .assertLogRecords(lines ->
              assertThat(lines)
                  .singleElement()
                  .extracting(line -> line.getMessage())
                  .asString()
                  .matches(
                      "No issuer is configured below jwt-validation.issuers:"
                          + " (http://127.0.0.1:[0-9]+) is the issuer while this runs, and dev the"
                          + " audience. For a token: curl"
                          + " '\\1/mint\\?user=jo&role=clerk&scope=orders:read'"));

  @ConfigProperty(name = "jwt-validation.issuers.dev.url")
  String issuer;

  private HttpResponse<String> mint(String query) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(issuer + "/mint" + query)).build(),
            BodyHandlers.ofString());
  }

  private String ask(String path, String query) throws Exception {
    HttpResponse<String> token = mint(query);
    assertThat(token.statusCode()).isEqualTo(200);
    assertThat(token.headers().firstValue("Cache-Control")).contains("no-store");
    return Client.answer(Client.get(path, "Bearer " + token.body().strip()));
  }

  @Test
  void givesTokensThatTheApplicationAccepts() throws Exception {
    assertThat(ask("/orders/mine", "?user=jo")).isEqualTo("200 [jo jo jo worker]");
    assertThat(ask("/orders/mine", "")).startsWith("200 [test-user ");
    assertThat(ask("/orders/clerks", "?role=packer&role=clerk")).startsWith("200 ");
    assertThat(ask("/orders/clerks", "?role=packer")).startsWith("403 ");
    assertThat(ask("/orders/all", "?scope=orders:read+orders:write")).isEqualTo("200 [all]");
    assertThat(ask("/orders/all", "?scope=orders%3Aread&scope=orders:write"))
        .isEqualTo("200 [all]");
    assertThat(ask("/orders/all", "?scope=orders:read")).startsWith("403 ");
  }

  @Test
  void saysWhatItDoesNotUnderstand() throws Exception {
    assertThat(mint("?roles=clerk").statusCode()).isEqualTo(400);
    assertThat(mint("?roles=clerk").body())
        .isEqualTo("roles: not a parameter; use user=, role= and scope=\n");
    assertThat(mint("?user").statusCode()).isEqualTo(400);
    assertThat(mint("/else").statusCode()).isEqualTo(404);
  }

  @Test
  void givesNoTokenToPagesWhoseHostNameLeadsHere() throws Exception {
    assertThat(status("GET", "rebound.example")).isEqualTo("HTTP/1.1 404");
    assertThat(status("POST", URI.create(issuer).getAuthority())).isEqualTo("HTTP/1.1 404");
    assertThat(status("GET", URI.create(issuer).getAuthority())).isEqualTo("HTTP/1.1 200");
  }

  private String status(String method, String host) throws IOException {
    URI uri = URI.create(issuer);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String request = method + " /mint HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
      socket.getOutputStream().write((request + "Content-Length: 0\r\n\r\n").getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), US_ASCII);
    }
  }
}
