// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;

/** A request to a reactive server. */
record ReactiveBearerRequest(ServerHttpRequest request) implements BearerRequest {

  @Override
  public String method() {
    return ReactiveConnection.method(request);
  }

  @Override
  public @Nullable String path() {
    return ReactiveConnection.path(request);
  }

  @Override
  public List<String> headerValues(String name) {
    return request.getHeaders().getOrEmpty(name);
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    SslInfo tls = request.getSslInfo();
    X509Certificate[] chain = tls == null ? null : tls.getPeerCertificates();
    return chain == null || chain.length == 0 ? null : chain[0];
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    return ReactiveConnection.peer(request);
  }
}
