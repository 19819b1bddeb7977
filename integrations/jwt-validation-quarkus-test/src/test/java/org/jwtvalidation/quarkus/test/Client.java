// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jwtvalidation.testkit.TokenBuilder;

/** Asks the application. */
final class Client {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private Client() {}

  /** Status and body. */
  static String ask(URI application, String path, TokenBuilder token) throws Exception {
    HttpResponse<String> response =
        HTTP.send(
            HttpRequest.newBuilder(application.resolve(path))
                .header("Authorization", "Bearer " + token.compact())
                .build(),
            BodyHandlers.ofString());
    return (response.statusCode() + " " + response.body()).strip();
  }
}
