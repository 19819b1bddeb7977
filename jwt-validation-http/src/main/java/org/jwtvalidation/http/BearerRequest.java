package org.jwtvalidation.http;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link BearerAuthenticator} reads of an HTTP request: never its query or body for a token.
 * One request is read by one thread at a time.
 */
public interface BearerRequest {

  /**
   * Returns the request method (RFC 9110 section 9).
   *
   * @return the method, in the case in which it was sent
   */
  String method();

  /**
   * Returns the target URI (RFC 9110 section 7.1) as the client saw it. Behind a proxy that changes
   * scheme, host or path, this is not the URI that this server saw: such a request needs a view of
   * its own, which knows the URI of the service.
   *
   * @return an absolute URI
   * @throws IllegalArgumentException if the request has no valid one
   */
  URI targetUri();

  /**
   * Returns the values of a header field.
   *
   * @param name the name, in any case
   * @return a value for each field line, in their order, not split at commas; empty if there is
   *     none
   */
  List<String> headerValues(String name);

  /**
   * Returns the certificate by which the client authenticated itself in TLS. The default
   * implementation returns null.
   *
   * @return the client's own certificate, or null if it sent none
   */
  default @Nullable X509Certificate clientCertificate() {
    return null;
  }
}
