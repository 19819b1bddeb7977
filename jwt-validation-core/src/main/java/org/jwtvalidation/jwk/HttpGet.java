package org.jwtvalidation.jwk;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gets small JSON documents from servers that may be slow, broken or hostile: nothing is followed,
 * nothing but a success with a JSON media type is read, and no more of it than a bound. One request
 * at a time.
 */
final class HttpGet implements AutoCloseable {

  private final Duration connectTimeout;
  private volatile @Nullable HttpClient client;
  private volatile @Nullable CompletableFuture<?> exchange;

  HttpGet(Duration connectTimeout) {
    this.connectTimeout = connectTimeout;
  }

  /** Made when first needed: a client has a thread from its beginning. */
  private HttpClient client() {
    HttpClient current = client;
    if (current == null) {
      current =
          HttpClient.newBuilder()
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(connectTimeout)
              .build();
      client = current;
    }
    return current;
  }

  /**
   * The document at {@code uri}, or an {@link IOException} that says what is wrong with the
   * response.
   */
  CompletableFuture<byte[]> json(URI uri) {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Accept", "application/json, application/jwk-set+json")
            .build();
    CompletableFuture<HttpResponse<byte[]>> response =
        client().sendAsync(request, HttpGet::bodySubscriber);
    exchange = response;
    return response.thenApply(HttpResponse::body);
  }

  private static HttpResponse.BodySubscriber<byte[]> bodySubscriber(
      HttpResponse.ResponseInfo response) {
    String problem = problem(response.statusCode(), response.headers());
    return problem == null
        ? new BoundedBody(JwkSetParser.MAX_DOCUMENT_OCTETS)
        : BoundedBody.refused(new IOException(problem));
  }

  private static @Nullable String problem(int status, HttpHeaders headers) {
    if (status != 200) {
      return "status " + status;
    }
    String contentType = headers.firstValue("Content-Type").orElse("application/json");
    String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!mediaType.equals("application/json") && !mediaType.endsWith("+json")) {
      return "media type " + mediaType + " instead of JSON";
    }
    OptionalLong length = headers.firstValueAsLong("Content-Length");
    return length.isPresent() && length.getAsLong() > JwkSetParser.MAX_DOCUMENT_OCTETS
        ? BoundedBody.TOO_LARGE
        : null;
  }

  /** Ends the request that may be under way; its connection is closed. */
  void cancel() {
    CompletableFuture<?> running = exchange;
    if (running != null) {
      running.cancel(true);
    }
  }

  @Override
  public void close() {
    cancel();
    // From JDK 21 on; before, its threads end once nobody holds the client any more.
    if (client instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
