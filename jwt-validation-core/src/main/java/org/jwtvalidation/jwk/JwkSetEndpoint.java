package org.jwtvalidation.jwk;

import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Fetches the document that holds a JWK Set, by way of the issuer's metadata where that says where
 * it is.
 */
final class JwkSetEndpoint implements AutoCloseable {

  private final HttpGet http;
  private final Supplier<CompletableFuture<byte[]>> request;

  private JwkSetEndpoint(HttpGet http, Supplier<CompletableFuture<byte[]>> request) {
    this.http = http;
    this.request = request;
  }

  static JwkSetEndpoint at(URI jwksUri, HttpGet http) {
    return new JwkSetEndpoint(http, () -> http.json(jwksUri));
  }

  static JwkSetEndpoint namedBy(ServerMetadata metadata, HttpGet http) {
    return new JwkSetEndpoint(
        http,
        () ->
            fetch(metadata, 0, http)
                .thenCompose(document -> http.json(metadata.jwksUri(document))));
  }

  private static CompletableFuture<byte[]> fetch(
      ServerMetadata metadata, int location, HttpGet http) {
    CompletableFuture<byte[]> document = http.json(metadata.locations().get(location));
    boolean last = location + 1 == metadata.locations().size();
    return last
        ? document
        : document.exceptionallyCompose(failure -> fetch(metadata, location + 1, http));
  }

  /** The document, or a failure, within {@code timeout} nanoseconds. One fetch at a time. */
  CompletableFuture<byte[]> fetch(long timeout) {
    return started()
        .orTimeout(timeout, TimeUnit.NANOSECONDS)
        .whenComplete((document, failure) -> http.cancel());
  }

  private CompletableFuture<byte[]> started() {
    try {
      return request.get();
    } catch (RuntimeException e) {
      // Where no client can be made, say for want of file descriptors.
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
