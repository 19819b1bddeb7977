package org.jwtvalidation.http;

import java.net.InetAddress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ProofRequest;

/** What a proof of possession needs of a request, which can be read no longer once it is needed. */
final class CapturedRequest implements ProofRequest {

  private static final List<String> FIELDS = List.of("DPoP", "Client-Cert");

  private final String method;
  private final @Nullable URI targetUri;
  private final Map<String, List<String>> fields = new HashMap<>();
  private final @Nullable X509Certificate clientCertificate;
  private final @Nullable InetAddress peerAddress;

  CapturedRequest(ProofRequest request) {
    this.method = request.method();
    this.targetUri = targetUri(request);
    for (String field : FIELDS) {
      fields.put(field, List.copyOf(request.headerValues(field)));
    }
    this.clientCertificate = request.clientCertificate();
    this.peerAddress = request.peerAddress();
  }

  private static @Nullable URI targetUri(ProofRequest request) {
    try {
      return request.targetUri();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public URI targetUri() {
    if (targetUri == null) {
      throw new IllegalArgumentException("the request has no valid target URI");
    }
    return targetUri;
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
