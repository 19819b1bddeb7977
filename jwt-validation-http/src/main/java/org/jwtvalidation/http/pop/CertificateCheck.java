// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.net.InetAddress;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the certificate of the client with the thumbprint in a token (RFC 8705 section 3). TLS
 * has checked that the client possesses its key; its validity period and issuer do not matter for
 * the binding.
 *
 * @param ofConnection whether a peer that is no trusted proxy is the client itself
 * @param trustedProxy which peers pass on the client's certificate in a header field
 */
record CertificateCheck(boolean ofConnection, Predicate<InetAddress> trustedProxy) {

  private static final String FIELD = "Client-Cert";

  ProofAnswer check(String thumbprint, BearerRequest request) {
    InetAddress peer = request.peerAddress();
    // The certificate of the connection from a proxy is the proxy's own.
    byte[] certificate =
        peer != null && trustedProxy.test(peer)
            ? passedOn(request.headerValues(FIELD))
            : encoded(request.clientCertificate());
    if (certificate == null) {
      return ProofAnswer.refused(ProofResult.MISSING, "certificate");
    }
    return Sha256.base64url(certificate).equals(thumbprint)
        ? ProofAnswer.of(ProofResult.ACCEPTED)
        : ProofAnswer.refused(ProofResult.OTHER_KEY, "certificate");
  }

  private byte @Nullable [] encoded(@Nullable X509Certificate certificate) {
    try {
      return !ofConnection || certificate == null ? null : certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      return null;
    }
  }

  /**
   * The certificate of a field as of RFC 9440 section 2.2, which is a Byte Sequence (RFC 8941
   * section 3.3.5) without parameters; null if there is not exactly one. It need not be parsed: no
   * other octets have its thumbprint.
   */
  private static byte @Nullable [] passedOn(List<String> fields) {
    if (fields.size() != 1) {
      return null;
    }
    String field = fields.get(0);
    int last = field.length() - 1;
    if (last < 2 || field.charAt(0) != ':' || field.charAt(last) != ':') {
      return null;
    }
    try {
      String base64 = field.substring(1, last);
      byte[] octets = Base64.getDecoder().decode(base64);
      // The decoder takes text without padding, and with spare bits.
      return Base64.getEncoder().encodeToString(octets).equals(base64) ? octets : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
