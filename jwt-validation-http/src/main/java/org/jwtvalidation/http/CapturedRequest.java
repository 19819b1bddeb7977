// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;

/** What a proof of possession needs of a request, which can be read no longer once it is needed. */
record CapturedRequest(
    String method,
    @Nullable String path,
    Map<String, List<String>> fields,
    @Nullable X509Certificate clientCertificate,
    @Nullable InetAddress peerAddress)
    implements BearerRequest {

  CapturedRequest(BearerRequest request) {
    this(
        request.method(),
        request.path(),
        Map.of("DPoP", valuesOf("DPoP", request), "Client-Cert", valuesOf("Client-Cert", request)),
        request.clientCertificate(),
        request.peerAddress());
  }

  private static List<String> valuesOf(String field, BearerRequest request) {
    return List.copyOf(request.headerValues(field));
  }

  @Override
  public List<String> headerValues(String name) {
    return fields.getOrDefault(name, List.of());
  }
}
