// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The hash function SHA-256. */
final class Sha256 {

  private Sha256() {}

  /** A digest of its own for one message. */
  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** The hash in base64url, as claims have it. */
  static String base64url(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(begin().digest(octets));
  }
}
