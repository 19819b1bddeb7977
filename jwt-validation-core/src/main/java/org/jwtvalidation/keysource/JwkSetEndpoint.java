package org.jwtvalidation.keysource;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.FetchedDocument.Version;

/**
 * Fetches the document that holds a JWK Set, by way of the issuer's metadata where that says where
 * it is. One fetch at a time.
 */
final class JwkSetEndpoint implements AutoCloseable {

  /** Metadata changes rarely; and if it has, the old place of the keys fails or goes stale. */
  private static final long METADATA_LIFETIME = TimeUnit.HOURS.toNanos(1);

  private static final String ACCEPT = "application/jwk-set+json, application/json";

  /**
   * What is sent, and to whom.
   *
   * @param fetcher who sends
   * @param headers the user's own header fields, which no other origin than the configured gets to
   *     see
   * @param bodyLimit in octets
   * @param timeout of a fetch as a whole
   */
  record Http(KeyFetcher fetcher, Map<String, String> headers, int bodyLimit, Duration timeout) {}

  /** Where the metadata said the keys are, and when. */
  private record Located(URI jwksUri, long at) {}

  private final Http http;
  private final @Nullable ServerMetadata metadata;
  private final URI configured;
  private final LongSupplier nanoTime;
  private volatile @Nullable Located located;
  private volatile @Nullable Fetch last;
  private volatile boolean closed;

  private JwkSetEndpoint(
      URI configured, @Nullable ServerMetadata metadata, Http http, LongSupplier nanoTime) {
    this.configured = configured;
    this.metadata = metadata;
    this.http = http;
    this.nanoTime = nanoTime;
  }

  static JwkSetEndpoint at(URI jwksUri, Http http, LongSupplier nanoTime) {
    return new JwkSetEndpoint(jwksUri, null, http, nanoTime);
  }

  static JwkSetEndpoint namedBy(ServerMetadata metadata, Http http, LongSupplier nanoTime) {
    return new JwkSetEndpoint(metadata.locations().get(0), metadata, http, nanoTime);
  }

  /** The document, wherever it is by now, or a failure; within the time-out. */
  CompletableFuture<FetchedDocument> fetchAnew() {
    located = null;
    return fetch(Version.UNKNOWN);
  }

  /**
   * The document, or that it is still the version {@code known}, or a failure; within the time-out.
   * If it is somewhere else by now, it is asked for in full.
   */
  CompletableFuture<FetchedDocument> fetch(Version known) {
    Fetch fetch = new Fetch();
    last = fetch;
    if (closed) {
      // Who closed this may not have seen the fetch.
      fetch.fail("closed");
    }
    var unused =
        fetch
            .jwksUri()
            .thenCompose(uri -> fetch.get(uri, known.at(uri)))
            .whenComplete((document, failure) -> {
              if (failure == null) {
                fetch.result.complete(document);
              } else {
                // The keys may have moved: the next fetch begins with the metadata.
                located = null;
                fetch.result.completeExceptionally(cause(failure));
              }
            });
    return fetch.result;
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The requests that lead to one document; when its result is there, nothing more is sent. */
  private final class Fetch {

    private final CompletableFuture<FetchedDocument> result = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> exchange;

    private Fetch() {
      var unused =
          result
              .orTimeout(http.timeout.toNanos(), TimeUnit.NANOSECONDS)
              .whenComplete((document, failure) -> cancel());
    }

    private void fail(String why) {
      result.completeExceptionally(new IllegalStateException(why));
    }

    private void cancel() {
      CompletableFuture<?> running = exchange;
      if (running != null) {
        running.cancel(true);
      }
    }

    private CompletableFuture<URI> jwksUri() {
      if (metadata == null) {
        return CompletableFuture.completedFuture(configured);
      }
      Located known = located;
      if (known != null && nanoTime.getAsLong() - known.at < METADATA_LIFETIME) {
        return CompletableFuture.completedFuture(known.jwksUri);
      }
      return metadata(metadata.locations())
          .thenApply(document -> {
            URI jwksUri = metadata.jwksUri(Objects.requireNonNull(document.octets()));
            located = new Located(jwksUri, nanoTime.getAsLong());
            return jwksUri;
          });
    }

    /** The first of the documents; a server that answers with something else may have the next. */
    private CompletableFuture<FetchedDocument> metadata(List<URI> locations) {
      CompletableFuture<FetchedDocument> document = get(locations.get(0), Version.UNKNOWN);
      return locations.size() == 1
          ? document
          : document.exceptionallyCompose(failure ->
              cause(failure) instanceof RefusedResponseException refused
                  ? metadata(locations.subList(1, locations.size()))
                      .exceptionallyCompose(
                          next -> CompletableFuture.failedFuture(refused.followedBy(cause(next))))
                  : CompletableFuture.failedFuture(cause(failure)));
    }

    private CompletableFuture<FetchedDocument> get(URI uri, Version known) {
      if (result.isDone()) {
        return CompletableFuture.failedFuture(new IllegalStateException("too late"));
      }
      CompletableFuture<KeyFetcher.Response> response;
      try {
        response =
            http.fetcher
                .fetch(
                    new KeyFetcher.Request(uri, headers(uri, known), http.timeout, http.bodyLimit))
                .toCompletableFuture();
      } catch (Exception e) {
        // Say for want of file descriptors, or of a thread.
        return CompletableFuture.failedFuture(e);
      }
      exchange = response;
      if (result.isDone()) {
        cancel();
      }
      return response.thenCompose(received -> {
        try {
          return CompletableFuture.completedFuture(
              FetchedDocument.of(uri, received, known, http.bodyLimit, Instant.now()));
        } catch (RefusedResponseException e) {
          return CompletableFuture.failedFuture(e);
        }
      });
    }

    private Map<String, String> headers(URI uri, Version known) {
      // A field that the user has set takes the place of ours, however it is spelled.
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      headers.put("Accept", ACCEPT);
      if (known.entityTag() != null) {
        headers.put("If-None-Match", known.entityTag());
      }
      if (known.lastModified() != null) {
        headers.put("If-Modified-Since", known.lastModified());
      }
      if (isSameOrigin(uri, configured)) {
        headers.putAll(http.headers);
      }
      return headers;
    }
  }

  private static boolean isSameOrigin(URI one, URI other) {
    return one.getScheme().equalsIgnoreCase(other.getScheme())
        && one.getHost().equalsIgnoreCase(other.getHost())
        && port(one) == port(other);
  }

  private static int port(URI uri) {
    if (uri.getPort() != -1) {
      return uri.getPort();
    }
    return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  /** Ends the fetch that may be under way, which fails. */
  @Override
  public void close() {
    closed = true;
    Fetch running = last;
    if (running != null) {
      running.fail("closed");
    }
    if (http.fetcher instanceof HttpClientFetcher ours) {
      ours.close();
    }
  }
}
