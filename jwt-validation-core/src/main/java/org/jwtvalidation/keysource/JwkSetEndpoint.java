// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.BoundedExecutor;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.FetchedDocument.Version;

/**
 * Fetches the document that contains a JWK Set, whose place is configured or named by the issuer's
 * metadata. One fetch at a time.
 *
 * <p>The fetcher may be the user's, so it is called on a thread of its own: a fetcher that blocks
 * is cut off by the time-out like a server that does, and delays only later calls to itself.
 */
final class JwkSetEndpoint implements AutoCloseable {

  /** Metadata changes rarely; a fetch that fails, or that is for an unknown key, reads it again. */
  private static final long METADATA_LIFETIME = TimeUnit.HOURS.toNanos(1);

  /** Fields that the source sets itself, or whose effect it could not handle. */
  private static final Set<String> OWN_FIELDS =
      Set.of("if-none-match", "if-modified-since", "accept-encoding", "range");

  private static final String ACCEPT = "application/jwk-set+json, application/json";

  /** Two requests and a cancellation for each of a few fetches that were cut off. */
  private static final int MAX_WAITING_CALLS = 8;

  /**
   * How documents are requested.
   *
   * @param fetcher sends the requests
   * @param headers the user's own header fields, sent to the configured origin only; each value is
   *     asked for at each request, on the thread that calls the fetcher
   * @param timeout of a fetch as a whole
   * @param threads call the fetcher and end fetches that take too long
   */
  record Http(
      KeyFetcher fetcher,
      Map<String, Supplier<String>> headers,
      Duration timeout,
      LibraryThreads threads) {}

  /** Where the keys are according to the metadata, and when that was read. */
  private record Located(URI jwksUri, long at) {}

  private final Http http;
  private final @Nullable ServerMetadata metadata;
  private final URI configured;
  private final LongSupplier nanoTime;
  private final BoundedExecutor calls;
  private volatile @Nullable Located located;
  private volatile @Nullable Fetch last;
  private volatile boolean closed;

  private JwkSetEndpoint(
      URI configured, @Nullable ServerMetadata metadata, Http http, LongSupplier nanoTime) {
    this.configured = configured;
    this.metadata = metadata;
    this.http = http;
    this.nanoTime = nanoTime;
    this.calls = new BoundedExecutor(http.threads.workers(), 1, MAX_WAITING_CALLS);
  }

  static JwkSetEndpoint at(URI jwksUri, Http http, LongSupplier nanoTime) {
    return new JwkSetEndpoint(jwksUri, null, http, nanoTime);
  }

  static JwkSetEndpoint namedBy(ServerMetadata metadata, Http http, LongSupplier nanoTime) {
    return new JwkSetEndpoint(metadata.locations().get(0), metadata, http, nanoTime);
  }

  /**
   * Completes {@code result} within the time-out: with the document, with the information that it
   * is still the version {@code known}, or with a failure. A document that has moved is requested
   * in full. If {@code result} is completed otherwise, the requests end. Does not wait.
   *
   * @param known null to ask for the document in full, at the place that metadata now names
   */
  void fetch(@Nullable Version known, CompletableFuture<FetchedDocument> result) {
    if (known == null) {
      located = null;
    }
    Fetch fetch = new Fetch(result);
    last = fetch;
    if (closed) {
      // close() may not have seen this fetch.
      fetch.close();
    }
    var unused =
        fetch
            .jwksUri()
            .thenCompose(uri -> fetch.get(uri, known == null ? Version.UNKNOWN : known.at(uri)))
            .whenComplete((document, failure) -> {
              if (failure == null) {
                result.complete(document);
              } else {
                // The keys may have moved: the next fetch begins with the metadata.
                located = null;
                result.completeExceptionally(cause(failure));
              }
            });
  }

  /**
   * The keys in a document.
   *
   * @throws FetchException if there is no usable one
   */
  JwkSet jwkSet(FetchedDocument document) {
    return parsed(document, JwkSet::parse);
  }

  private <T> T parsed(FetchedDocument document, Function<byte[], T> parser) {
    try {
      return parser.apply(Objects.requireNonNull(document.octets()));
    } catch (IllegalArgumentException e) {
      // It says, in our own words, why the document cannot be used.
      URI uri = Objects.requireNonNull(document.version().uri());
      throw new FetchException(where(uri) + e.getMessage(), e);
    }
  }

  /** The failure of the latest fetch, which has taken too long. */
  FetchException timeout() {
    Fetch running = last;
    return timeout(running == null ? configured : running.requested);
  }

  private FetchException timeout(URI requested) {
    return failed(
        requested, new TimeoutException("not complete after " + http.timeout.toMillis() + " ms"));
  }

  private FetchException failed(URI uri, Throwable failure) {
    return new FetchException(where(uri) + Diagnosis.of(failure, uri), failure);
  }

  /** The URI, unless it is the configured one, by which all messages name the source. */
  private String where(URI uri) {
    return metadata == null ? "" : UriPolicy.shown(uri) + ": ";
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The requests that lead to one document. Once its result is complete, nothing more is sent. */
  private final class Fetch {

    private final CompletableFuture<FetchedDocument> result;
    private volatile @Nullable CompletableFuture<?> exchange;

    /** The latest one. */
    private volatile URI requested = configured;

    private Fetch(CompletableFuture<FetchedDocument> result) {
      this.result = result;
      Future<?> timer =
          http.threads
              .timer()
              .schedule(
                  () -> result.completeExceptionally(timeout(requested)),
                  http.timeout.toNanos(),
                  TimeUnit.NANOSECONDS);
      var unused =
          result.whenComplete((document, failure) -> {
            timer.cancel(false);
            cancel();
          });
    }

    private void close() {
      result.completeExceptionally(new IllegalStateException("closed"));
    }

    /** Ends the request that may be under way. What depends on it may be the user's. */
    private void cancel() {
      CompletableFuture<?> running = exchange;
      if (running != null && !running.isDone()) {
        Runnable cancelling = () -> running.cancel(true);
        calls.execute(cancelling, cancelling);
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
      return document(metadata)
          .thenApply(document -> {
            URI jwksUri = parsed(document, metadata::jwksUri);
            located = new Located(jwksUri, nanoTime.getAsLong());
            return jwksUri;
          });
    }

    /** The first of two documents; if the server answers without it, the second. */
    private CompletableFuture<FetchedDocument> document(ServerMetadata metadata) {
      return get(metadata.locations().get(0), Version.UNKNOWN)
          .exceptionallyCompose(failure ->
              cause(failure) instanceof FetchException refused && refused.isRefused()
                  ? get(metadata.locations().get(1), Version.UNKNOWN)
                      .exceptionallyCompose(
                          next -> CompletableFuture.failedFuture(followed(refused, cause(next))))
                  : CompletableFuture.failedFuture(cause(failure)));
    }

    private Throwable followed(FetchException first, Throwable next) {
      return next instanceof FetchException failed ? first.followedBy(failed) : next;
    }

    private CompletableFuture<FetchedDocument> get(URI uri, Version known) {
      requested = uri;
      CompletableFuture<FetchedDocument> document = new CompletableFuture<>();
      calls.execute(
          () -> send(uri, known, document),
          () ->
              document.completeExceptionally(
                  new IllegalStateException("the fetcher has not returned from earlier calls")));
      return document.exceptionallyCompose(
          failure -> CompletableFuture.failedFuture(failed(uri, cause(failure))));
    }

    private void send(URI uri, Version known, CompletableFuture<FetchedDocument> document) {
      if (result.isDone()) {
        document.completeExceptionally(new IllegalStateException("too late"));
        return;
      }
      try {
        KeyFetcher.Request request =
            new KeyFetcher.Request(uri, headers(uri, known), http.timeout, JwkSet.MAX_OCTETS);
        CompletableFuture<KeyFetcher.Response> sent =
            Objects.requireNonNull(
                    http.fetcher.fetch(request), "the fetcher returned null in place of a stage")
                .toCompletableFuture();
        exchange = sent;
        if (result.isDone()) {
          sent.cancel(true);
        }
        var unused =
            sent.whenComplete((response, failure) -> {
              if (failure == null) {
                receive(uri, response, known, document);
              } else {
                document.completeExceptionally(failure);
              }
            });
      } catch (Throwable e) {
        // For example for lack of file descriptors or threads. No caller could see it.
        document.completeExceptionally(e);
      }
    }

    private void receive(
        URI uri,
        KeyFetcher.@Nullable Response response,
        Version known,
        CompletableFuture<FetchedDocument> document) {
      try {
        Objects.requireNonNull(response, "the fetcher returned null in place of a response");
        document.complete(FetchedDocument.of(uri, response, known, Instant.now()));
      } catch (Throwable e) {
        document.completeExceptionally(e);
      }
    }

    private Map<String, String> headers(URI uri, Version known) {
      // A field set by the user replaces ours, in whatever case its name is written.
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      headers.put("Accept", ACCEPT);
      if (known.entityTag() != null) {
        headers.put("If-None-Match", known.entityTag());
      }
      if (known.lastModified() != null) {
        headers.put("If-Modified-Since", known.lastModified());
      }
      if (isSameOrigin(uri, configured)) {
        http.headers.forEach((name, value) -> headers.put(name, sendable(name, value.get())));
      }
      return headers;
    }
  }

  /**
   * Returns the value of a field, if it can be sent.
   *
   * @throws IllegalStateException if it cannot; the message is free of the value, which may be
   *     secret
   */
  private static String sendable(String name, @Nullable String value) {
    if (value == null || !canBeSet(name, value)) {
      throw new IllegalStateException(
          "header: the value of " + name + " is null or cannot be sent");
    }
    return value;
  }

  /** Whether a user may add a field of this name and value to the requests. */
  static boolean canBeSet(String name, String value) {
    if (OWN_FIELDS.contains(name.toLowerCase(Locale.ROOT))) {
      return false;
    }
    try {
      HttpRequest.newBuilder().header(name, value);
      return true;
    } catch (IllegalArgumentException e) {
      // Its message may repeat the value, which may be a secret.
      return false;
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
      running.close();
    }
    if (http.fetcher instanceof HttpClientFetcher ours) {
      ours.close();
    }
  }
}
