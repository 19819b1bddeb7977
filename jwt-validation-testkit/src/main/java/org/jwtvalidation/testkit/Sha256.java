// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The hash SHA-256 in base64url, as thumbprints and entity tags are written. */
final class Sha256 {

  private Sha256() {}

  static String of(byte[] octets) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(octets);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
