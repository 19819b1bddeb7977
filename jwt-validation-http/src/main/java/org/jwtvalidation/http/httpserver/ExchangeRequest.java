// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.httpserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.net.InetAddress;
import java.net.URI;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request to the HTTP server of the JDK. */
record ExchangeRequest(HttpExchange exchange) implements BearerRequest {

  @Override
  public String method() {
    return exchange.getRequestMethod();
  }

  @Override
  public @Nullable String path() {
    URI target = exchange.getRequestURI();
    // The server takes the first segment of such a path for a host, and serves the rest.
    return target.toString().startsWith("//") ? null : target.getRawPath();
  }

  @Override
  public List<String> headerValues(String name) {
    List<String> values = exchange.getRequestHeaders().get(name);
    return values == null ? List.of() : values;
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    return exchange.getRemoteAddress().getAddress();
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    if (exchange instanceof HttpsExchange https) {
      try {
        Certificate[] chain = https.getSSLSession().getPeerCertificates();
        return chain[0] instanceof X509Certificate certificate ? certificate : null;
      } catch (SSLPeerUnverifiedException e) {
        return null;
      }
    }
    return null;
  }
}
