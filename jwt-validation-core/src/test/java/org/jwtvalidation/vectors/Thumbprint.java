// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.vectors;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;

/** JWK Thumbprints (RFC 7638) of keys as they were read: the right one, if the right key was. */
final class Thumbprint {

  private Thumbprint() {}

  /** The thumbprint of an RSA key or one of P-256. */
  static String of(PublicKey key) {
    String members =
        key instanceof RSAPublicKey rsa
            ? "\"e\":\"%s\",\"kty\":\"RSA\",\"n\":\"%s\""
                .formatted(base64Url(rsa.getPublicExponent()), base64Url(rsa.getModulus()))
            : "\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\""
                .formatted(
                    base64Url(((ECPublicKey) key).getW().getAffineX()),
                    base64Url(((ECPublicKey) key).getW().getAffineY()));
    try {
      byte[] json = ('{' + members + '}').getBytes(UTF_8);
      return base64Url(MessageDigest.getInstance("SHA-256").digest(json));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without the octet that only holds the sign; no number here begins with a zero octet. */
  private static String base64Url(BigInteger number) {
    byte[] octets = number.toByteArray();
    return base64Url(octets[0] == 0 ? Arrays.copyOfRange(octets, 1, octets.length) : octets);
  }

  static String base64Url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
