package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ProofOfPossession} reads of an HTTP request. One request is read by one thread at a
 * time.
 */
public interface ProofRequest {

  /**
   * Returns the request method (RFC 9110 section 9).
   *
   * @return the method, in the case in which it was sent
   */
  String method();

  /**
   * Returns the target URI (RFC 9110 section 7.1) as this server saw it. The path alone is compared
   * with proofs; scheme and host are those of the {@linkplain ProofOfPossession.Builder#dpop public
   * base}.
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
   * @param literal an IPv4 address in dotted-decimal form or an IPv6 address, with or without a
   *     zone, which is ignored; or null
   * @return the address, or null if the text is none
   */
  static @Nullable InetAddress address(@Nullable String literal) {
    return literal == null ? null : AddressText.parse(literal);
  }
}
