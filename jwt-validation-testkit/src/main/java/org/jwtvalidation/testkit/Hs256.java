// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.security.GeneralSecurityException;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The MAC {@code HS256} (RFC 7518 section 3.2), which the library never accepts. */
final class Hs256 {

  static final String NAME = "HS256";

  private static final String JCA_NAME = "HmacSHA256";

  private Hs256() {}

  /** Returns what authenticates octets by a secret. */
  static UnaryOperator<byte[]> with(byte[] secret) {
    SecretKeySpec macKey = new SecretKeySpec(secret, JCA_NAME);
    return input -> {
      try {
        Mac mac = Mac.getInstance(JCA_NAME);
        mac.init(macKey);
        return mac.doFinal(input);
      } catch (GeneralSecurityException e) {
        throw new AssertionError("every JDK has HmacSHA256", e);
      }
    };
  }
}
