// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;

/** A request to a servlet container. */
record ServletBearerRequest(HttpServletRequest request) implements BearerRequest {

  /** Jakarta Servlet 6.0 section 3.10. */
  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

  @Override
  public String method() {
    return received() instanceof HttpServletRequest http ? http.getMethod() : request.getMethod();
  }

  @Override
  public @Nullable String path() {
    return received() instanceof HttpServletRequest http ? http.getRequestURI() : null;
  }

  /** The request of the container. Wrappers may answer from forwarded header fields. */
  private ServletRequest received() {
    ServletRequest innermost = request;
    while (innermost instanceof ServletRequestWrapper wrapper) {
      innermost = wrapper.getRequest();
    }
    return innermost;
  }

  @Override
  public List<String> headerValues(String name) {
    Enumeration<String> values = request.getHeaders(name);
    // A container may refuse access to header fields by null.
    return values == null ? List.of() : Collections.list(values);
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    return BearerRequest.address(received().getRemoteAddr());
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    return request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain && chain.length > 0
        ? chain[0]
        : null;
  }
}
