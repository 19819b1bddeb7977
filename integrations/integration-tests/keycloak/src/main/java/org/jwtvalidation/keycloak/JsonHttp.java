// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;

/** Exchanges over HTTP that succeed or throw, their answers read as JSON. */
final class JsonHttp {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final StrictJson JSON = new StrictJson(new JsonLimits(32, 100_000, 100_000));

  private final HttpClient client = HttpClient.newHttpClient();

  /** The object that answers the request. */
  Map<String, @Nullable Object> object(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try {
      return JSON.parseObject(exchange(request).body(), 1 << 26).members();
    } catch (DecodingException e) {
      throw new IOException("an answer that is no JSON object", e);
    }
  }

  /** The objects in the array that answers the request. */
  @SuppressWarnings("unchecked") // the administration interface lists nothing but objects
  List<Map<String, @Nullable Object>> objects(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try {
      Object answer = Objects.requireNonNull(JSON.parse(exchange(request).body(), 1 << 26));
      return (List<Map<String, @Nullable Object>>) answer;
    } catch (DecodingException e) {
      throw new IOException("an answer that is no JSON text", e);
    }
  }

  /**
   * Sends the request, whatever it is answered with beyond success.
   *
   * @throws IOException if the status is not a 2xx
   */
  HttpResponse<byte[]> exchange(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        client.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofByteArray());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          "%s %s: status %d, %s"
              .formatted(
                  response.request().method(),
                  response.uri(),
                  response.statusCode(),
                  new String(response.body(), UTF_8)));
    }
    return response;
  }
}
