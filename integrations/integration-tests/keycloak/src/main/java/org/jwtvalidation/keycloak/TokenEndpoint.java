// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The token endpoint of a realm (RFC 6749 section 3.2). */
final class TokenEndpoint {

  private final URI uri;
  private final JsonHttp http = new JsonHttp();

  TokenEndpoint(String issuer) {
    this.uri = URI.create(issuer + "/protocol/openid-connect/token");
  }

  /** What a grant brings. */
  record Tokens(String accessToken, @Nullable String idToken, @Nullable String refreshToken) {}

  /** What a DPoP proof for this endpoint names as {@code htu}. */
  URI uri() {
    return uri;
  }

  /** Asks with these parameters (RFC 6749 section 4). */
  Tokens tokens(Map<String, String> parameters) throws IOException, InterruptedException {
    return tokens(parameters, request -> {});
  }

  /** Asks with these parameters for tokens that are bound by a DPoP proof (RFC 9449 section 5). */
  Tokens boundTokens(Map<String, String> parameters, String proof)
      throws IOException, InterruptedException {
    return tokens(parameters, request -> request.header("DPoP", proof));
  }

  private Tokens tokens(Map<String, String> parameters, Consumer<HttpRequest.Builder> addition)
      throws IOException, InterruptedException {
    String form =
        parameters.entrySet().stream()
            .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
            .collect(joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    addition.accept(request);
    Map<String, @Nullable Object> answer = http.object(request);
    return new Tokens(
        Objects.requireNonNull((String) answer.get("access_token")),
        (String) answer.get("id_token"),
        (String) answer.get("refresh_token"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
