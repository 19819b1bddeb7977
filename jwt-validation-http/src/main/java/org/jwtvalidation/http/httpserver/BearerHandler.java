// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.jwtvalidation.token.AccessToken;

/**
 * A handler that serves requests with a valid token that suffices, and answers all others: 400,
 * 401, 403 or 503, without a body, after it has read at most 1 MiB of theirs. It answers in the
 * same way if the handler {@linkplain AccessRule#require requires} more; header fields that the
 * handler has set are kept, except those of the body. Thread-safe if that handler is.
 *
 * <p>The token is passed as an argument, and not as an attribute of the exchange, which up to now
 * is shared by all requests of a context.
 */
@SuppressWarnings("exports") // types of an optional module, which is not required transitively
public final class BearerHandler implements HttpHandler {

  /** Serves a request whose token is valid and suffices. */
  @FunctionalInterface
  public interface Authenticated {

    /**
     * Serves the request.
     *
     * @param exchange the request, and the response to it
     * @param token the validated token
     * @throws IOException as {@link HttpHandler#handle} throws it
     */
    void handle(HttpExchange exchange, AccessToken token) throws IOException;
  }

  private static final int MAX_DRAINED = 1024 * 1024;

  private final BearerAuthenticator authenticator;
  private final AccessRule rule;
  private final Authenticated handler;

  /**
   * Creates a handler.
   *
   * @param authenticator decides about the requests
   * @param rule what a token must have
   * @param handler serves the requests that pass
   */
  public BearerHandler(BearerAuthenticator authenticator, AccessRule rule, Authenticated handler) {
    this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
    this.rule = Objects.requireNonNull(rule, "rule");
    this.handler = Objects.requireNonNull(handler, "handler");
  }

  /**
   * Returns a view of a request for {@link BearerAuthenticator#authenticate}.
   *
   * @param exchange the exchange
   * @return its request, without a path where that of the request line begins with {@code //}
   */
  public static BearerRequest requestOf(HttpExchange exchange) {
    return new ExchangeRequest(exchange);
  }

  /**
   * Returns a handler that serves metadata to everybody, browsers included (RFC 9728 section 3), at
   * exactly their {@linkplain ProtectedResource#metadataPath path}.
   *
   * @param resource has the metadata
   * @return a handler, for the context {@code /.well-known/oauth-protected-resource}
   */
  public static HttpHandler metadata(ProtectedResource resource) {
    Objects.requireNonNull(resource, "resource");
    return exchange -> {
      BearerRequest request = requestOf(exchange);
      MetadataAnswer answer = MetadataAnswer.of(resource, request.method(), request.path());
      answer.fields().forEach(exchange.getResponseHeaders()::set);
      byte[] body = resource.json();
      exchange.sendResponseHeaders(answer.status(), answer.hasBody() ? body.length : -1);
      if (answer.hasBody()) {
        exchange.getResponseBody().write(body);
      }
      exchange.close();
    };
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    BearerAnswer answer = authenticator.authenticate(requestOf(exchange), rule);
    if (answer instanceof BearerAnswer.Authenticated authenticated) {
      set(authenticated.headers(), exchange.getResponseHeaders());
      try {
        handler.handle(exchange, authenticated.token());
      } catch (IOException | RuntimeException e) {
        InsufficientTokenException insufficient = InsufficientTokenException.in(e);
        if (insufficient == null) {
          throw e;
        }
        if (exchange.getResponseCode() >= 0) {
          throw InsufficientTokenException.tooLate(e);
        }
        List.of("Content-Encoding", "Content-Length", "Content-Type")
            .forEach(exchange.getResponseHeaders()::remove);
        refuse(exchange, authenticator.refusal(requestOf(exchange), insufficient));
      }
    } else if (answer instanceof BearerAnswer.Refused refused) {
      refuse(exchange, refused);
    }
  }

  private static void refuse(HttpExchange exchange, BearerAnswer.Refused refused)
      throws IOException {
    drain(exchange.getRequestBody());
    set(refused.headers(), exchange.getResponseHeaders());
    exchange.sendResponseHeaders(refused.status(), -1);
    exchange.close();
  }

  /** By {@code put}, which alone normalizes names; handlers may add values. */
  private static void set(Map<String, List<String>> fields, Headers response) {
    fields.forEach((name, values) -> response.put(name, new ArrayList<>(values)));
  }

  /**
   * Reads the body of a refused request, up to a limit. The server resets a connection with unread
   * octets, and a client that still sends would never read the answer.
   */
  private static void drain(InputStream body) {
    byte[] buffer = new byte[8 * 1024];
    try {
      int drained = 0;
      while (drained < MAX_DRAINED && body.readNBytes(buffer, 0, buffer.length) == buffer.length) {
        drained += buffer.length;
      }
    } catch (IOException e) {
      // The handler has closed it, or the client is gone, which the answer will show.
    }
  }
}
