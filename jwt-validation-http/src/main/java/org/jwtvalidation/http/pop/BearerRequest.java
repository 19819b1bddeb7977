// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request as {@link org.jwtvalidation.http.BearerAuthenticator} and {@link
 * ProofOfPossession} read it: never its query or body for a token. One request is read by one
 * thread at a time. Only a proof of possession needs more than the header field {@code
 * Authorization}.
 */
public interface BearerRequest {

  /**
   * Returns a request on a connection without a client certificate, whose peer is no {@linkplain
   * ProofOfPossession.Builder#mutualTlsBehind trusted proxy}.
   *
   * @param method the {@linkplain #method request method}
   * @param path the {@linkplain #path path} of the request line as it was sent, or null
   * @param headerValues returns the {@linkplain #headerValues values of the header field} with the
   *     given name, in any case; an empty list, not null, if there is none. It is called only until
   *     {@code authenticate} or {@code authenticateAsync} returns
   * @return the request
   */
  static BearerRequest of(
      String method,
      @Nullable String path,
      Function<? super String, ? extends List<String>> headerValues) {
    return new GivenRequest(method, path, headerValues);
  }

  /**
   * Returns the request method (RFC 9110 section 9).
   *
   * @return the method, exactly as it was sent, since methods are case-sensitive
   */
  String method();

  /**
   * Returns the path of the request line (RFC 9112 section 3.2) as it was sent: with its escapes,
   * dot segments and parameters, and without the query. It must be taken from nothing else: not
   * from a URI that is made of {@code Host} or forwarded header fields, which anybody can write. Of
   * a target with scheme and authority (section 3.2.2) it is what follows the authority. Scheme,
   * host and what a proxy removes from the path are those of the {@linkplain
   * ProofOfPossession.Builder#dpop public base}.
   *
   * <p>No proof is accepted with a path that neither is empty nor begins with a slash, or that has
   * a segment of one or two dots, also if they are escaped or parameters follow: servers disagree
   * about what it names.
   *
   * @return the path, or null if the target has none, as in {@code OPTIONS *}; no proof is accepted
   *     then
   */
  @Nullable String path();

  /**
   * Returns the values of a header field.
   *
   * @param name the name, in any case
   * @return a value for each field line, in their order, not split at commas; empty if there is
   *     none, never null
   */
  List<String> headerValues(String name);

  /**
   * Returns the certificate by which the peer of the connection authenticated itself in TLS: the
   * client, or the last proxy. The default implementation returns null.
   *
   * @return the peer's own certificate, or null if it sent none
   */
  default @Nullable X509Certificate clientCertificate() {
    return null;
  }

  /**
   * Returns the address of the peer of the connection: the client, or the last proxy. It must be
   * taken from the connection and not from header fields, which anybody can write. The default
   * implementation returns null, so that no peer is a {@linkplain
   * ProofOfPossession.Builder#mutualTlsBehind trusted proxy}.
   *
   * @return the address, or null if it is not known
   */
  default @Nullable InetAddress peerAddress() {
    return null;
  }

  /**
   * Converts the text of an address, for {@link #peerAddress}. No name server is asked.
   *
   * @param literal an IPv4 address in dotted-decimal form or an IPv6 address, with or without
   *     brackets, and a zone, which is ignored; or null
   * @return the address, or null if the text is none
   */
  static @Nullable InetAddress address(@Nullable String literal) {
    return literal == null ? null : AddressText.parse(literal);
  }
}
