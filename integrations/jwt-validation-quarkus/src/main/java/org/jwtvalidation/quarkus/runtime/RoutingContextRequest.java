// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request as Vert.x has it. */
final class RoutingContextRequest implements BearerRequest {

  private final RoutingContext context;

  RoutingContextRequest(RoutingContext context) {
    this.context = context;
  }

  @Override
  public String method() {
    return context.request().method().name();
  }

  @Override
  public @Nullable String path() {
    return context.request().path();
  }

  @Override
  public List<String> headerValues(String name) {
    return context.request().headers().getAll(name);
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    // Not that of the request, which may be from header fields, nor that of a PROXY line, which any
    // peer may send.
    SocketAddress peer = context.request().connection().remoteAddress(true);
    return peer == null || peer.hostAddress() == null
        ? null
        : BearerRequest.address(peer.hostAddress());
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    SSLSession session = context.request().sslSession();
    if (session == null) {
      return null;
    }
    try {
      Certificate own = session.getPeerCertificates()[0];
      return own instanceof X509Certificate certificate ? certificate : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }
}
