// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;

/** What a proof of possession needs of a request, which can be read no longer once it is needed. */
final class CapturedRequest implements BearerRequest {

  private static final List<String> FIELDS = List.of("DPoP", "Client-Cert");

  private final String method;
  private final @Nullable String path;
  private final Map<String, List<String>> fields = new HashMap<>();
  private final @Nullable X509Certificate clientCertificate;
  private final @Nullable InetAddress peerAddress;

  CapturedRequest(BearerRequest request) {
    this.method = request.method();
    this.path = request.path();
    for (String field : FIELDS) {
      fields.put(field, List.copyOf(request.headerValues(field)));
    }
    this.clientCertificate = request.clientCertificate();
    this.peerAddress = request.peerAddress();
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public @Nullable String path() {
    return path;
  }

  @Override
  public List<String> headerValues(String name) {
    return fields.getOrDefault(name, List.of());
  }

  @Override
  public @Nullable X509Certificate clientCertificate() {
    return clientCertificate;
  }

  @Override
  public @Nullable InetAddress peerAddress() {
    return peerAddress;
  }
}
