// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import reactor.netty.http.server.HttpServerRequest;

/**
 * What the server itself has read of a request line and knows of a connection. Spring's view of a
 * request is also made of header fields, which anybody can write.
 */
final class ReactiveConnection {

  private static final boolean HAS_NETTY = isPresent("reactor.netty.http.server.HttpServerRequest");
  private static final boolean HAS_SERVLETS = isPresent("jakarta.servlet.http.HttpServletRequest");

  private ReactiveConnection() {}

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, ReactiveConnection.class.getClassLoader());
  }

  /**
   * The path of the request line, or null if the server is not known, or if Spring has made another
   * path than this of the header fields, by which it would choose the handler.
   */
  static @Nullable String path(ServerHttpRequest request) {
    String served = request.getPath().value();
    String sent = received(request).path();
    String prefix = request.getPath().contextPath().value();
    return served.equals(sent) || served.equals(prefix + sent) ? sent : null;
  }

  /** The method of the request line; where the server is not known, that of Spring. */
  static String method(ServerHttpRequest request) {
    return received(request).method();
  }

  /** The other end of the connection, or null if it is not known. */
  static @Nullable InetAddress peer(ServerHttpRequest request) {
    return received(request).peer();
  }

  /** What a server has received, and from where; the path is null if the server is not known. */
  private record Received(String method, @Nullable String path, @Nullable InetAddress peer) {}

  private static Received received(ServerHttpRequest request) {
    Object own = ofServer(request);
    if (own != null && HAS_NETTY && Netty.made(own)) {
      return Netty.received(own);
    }
    if (own != null && HAS_SERVLETS && Servlets.made(own)) {
      return Servlets.received(own);
    }
    return new Received(
        request.getMethod().name(),
        own == null ? request.getPath().value() : null,
        addressOf(request.getRemoteAddress()));
  }

  private static @Nullable InetAddress addressOf(@Nullable SocketAddress peer) {
    return peer instanceof InetSocketAddress known ? known.getAddress() : null;
  }

  /** Null for a request that a test has made without a server. */
  private static @Nullable Object ofServer(ServerHttpRequest request) {
    try {
      return ServerHttpRequestDecorator.getNativeRequest(request);
    } catch (IllegalStateException e) {
      return null;
    }
  }

  /** Loaded only where there is Reactor Netty. */
  private static final class Netty {

    static boolean made(Object request) {
      return request instanceof HttpServerRequest;
    }

    static Received received(Object request) {
      HttpServerRequest own = (HttpServerRequest) request;
      return new Received(
          own.method().name(), path(own.uri()), addressOf(own.connectionRemoteAddress()));
    }

    private static String path(String uri) {
      String target = uri.split("[?#]", 2)[0];
      int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
      if (scheme < 0) {
        return target;
      }
      int path = target.indexOf('/', scheme + 3);
      return path < 0 ? "" : target.substring(path);
    }
  }

  /** Loaded only where there is the API of servlets. */
  private static final class Servlets {

    static boolean made(Object request) {
      return request instanceof HttpServletRequest;
    }

    static Received received(Object request) {
      BearerRequest own = BearerFilter.requestOf((HttpServletRequest) request);
      return new Received(own.method(), own.path(), own.peerAddress());
    }
  }
}
