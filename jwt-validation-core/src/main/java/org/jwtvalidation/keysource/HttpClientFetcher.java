// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Fetches by the JDK's HTTP client from servers that may be slow, broken or hostile: it follows no
 * redirect, reads no error page, and reads no body beyond its bound.
 */
final class HttpClientFetcher implements KeyFetcher, AutoCloseable {

  private static final Set<String> TLS_VERSIONS = Set.of("TLSv1.3", "TLSv1.2");

  /**
   * By how much the client's time-out is longer than the source's, which ends the request: of the
   * two, only that says what is wrong whatever part of the response is under way.
   */
  private static final Duration TO_SPARE = Duration.ofMillis(500);

  /** At most what fits into a long. */
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  private final Duration connectTimeout;
  private final @Nullable SSLContext sslContext;
  private final @Nullable ProxySelector proxy;

  private final ReentrantLock making = new ReentrantLock();
  private @Nullable SharedHttpClient client; // guarded by making, as is the next one
  private boolean closed;

  /** In a row. */
  private final AtomicInteger failures = new AtomicInteger();

  HttpClientFetcher(
      Duration connectTimeout, @Nullable SSLContext sslContext, @Nullable ProxySelector proxy) {
    this.connectTimeout = connectTimeout;
    this.sslContext = sslContext;
    this.proxy = proxy;
  }

  /** Opened on first use, because a client has a thread. */
  private SharedHttpClient client() throws IOException {
    making.lock();
    try {
      if (closed) {
        throw new IOException("closed");
      }
      SharedHttpClient current = client;
      if (current == null) {
        current =
            SharedHttpClient.open(
                new SharedHttpClient.Options(
                    connectTimeout,
                    sslContext == null ? SSLContext.getDefault() : sslContext,
                    proxy == null ? ProxySelector.getDefault() : proxy));
        client = current;
      }
      return current;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("no default SSLContext", e);
    } finally {
      making.unlock();
    }
  }

  /** The versions of TLS that {@code context} enables, without the unsafe ones. */
  static String[] tlsVersions(SSLContext context) {
    return Arrays.stream(context.getDefaultSSLParameters().getProtocols())
        .filter(TLS_VERSIONS::contains)
        .toArray(String[]::new);
  }

  @Override
  public CompletionStage<Response> fetch(Request request) {
    HttpRequest.Builder get =
        HttpRequest.newBuilder(request.uri()).timeout(request.timeout().plus(TO_SPARE));
    request.headers().forEach(get::setHeader);
    SharedHttpClient shared;
    try {
      shared = client();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    HttpClient http = shared.client();
    CompletableFuture<Response> result = new CompletableFuture<>();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(
            get.build(),
            response -> {
              HttpHeaders headers = response.headers();
              if (isMisleading(headers.allValues("Content-Length"))) {
                // Before the client fails because of it and leaves the connection open.
                result.completeExceptionally(new IOException("unusable Content-Length"));
                return BoundedBody.unread();
              }
              HttpResponse.BodySubscriber<byte[]> body = body(response, request.bodyLimit());
              // At once, on a thread of the client, which ends the exchange on the common pool: the
              // application may have blocked all threads of that.
              var unused =
                  body.getBody()
                      .whenComplete((octets, failure) ->
                          complete(result, response.statusCode(), headers, octets, failure));
              return body;
            });
    // Closes the connection if the response is no longer needed.
    var unusedClosing =
        result.whenComplete((response, failure) -> {
          if (failure != null) {
            exchange.cancel(true);
          }
          shared.ended(http, failures.updateAndGet(before -> failure == null ? 0 : before + 1));
        });
    // For the failures and the responses of proxies that have no body.
    var unusedTaking =
        exchange.whenComplete((response, failure) -> {
          if (failure == null) {
            complete(result, response.statusCode(), response.headers(), response.body(), null);
          } else {
            result.completeExceptionally(failure);
          }
        });
    return result;
  }

  private static void complete(
      CompletableFuture<Response> result,
      int status,
      HttpHeaders headers,
      byte[] octets,
      @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(new Response(status, headers.map(), octets));
    } else {
      result.completeExceptionally(failure);
    }
  }

  /** Whether the lengths are contradictory or not numbers (RFC 9112 section 6.3). */
  private static boolean isMisleading(List<String> lengths) {
    return lengths.stream().distinct().count() > 1
        || !lengths.stream().allMatch(length -> LENGTH.matcher(length).matches());
  }

  private static HttpResponse.BodySubscriber<byte[]> body(
      HttpResponse.ResponseInfo response, int limit) {
    // A "not modified" response has no body, and its connection can be used again.
    if (response.statusCode() != 200 && response.statusCode() != 304) {
      return BoundedBody.unread();
    }
    OptionalLong length = response.headers().firstValueAsLong("Content-Length");
    if (length.isPresent() && length.getAsLong() > limit) {
      return BoundedBody.refused(limit);
    }
    return new BoundedBody(limit);
  }

  @Override
  public void close() {
    SharedHttpClient last;
    making.lock();
    try {
      closed = true;
      last = client;
      client = null;
    } finally {
      making.unlock();
    }
    if (last != null) {
      last.close();
    }
  }
}
