// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.function.UnaryOperator;

/** Writes a JWS in compact serialization (RFC 7515 section 7.1). */
final class CompactWriter {

  private CompactWriter() {}

  /** Writes header, payload and signature. */
  static String compact(String header, String payload, UnaryOperator<byte[]> signer) {
    String signingInput = encoded(header) + "." + encoded(payload);
    return signingInput + "." + encoded(signer.apply(signingInput.getBytes(US_ASCII)));
  }

  private static String encoded(String text) {
    return encoded(text.getBytes(UTF_8));
  }

  private static String encoded(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
