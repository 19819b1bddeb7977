// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * RSA keys that nobody can sign with: a stress test makes them by the thousand, and they take a few
 * microseconds each, far less than a key pair or the point of a curve.
 */
public final class StressKeys {

  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

  private StressKeys() {}

  /** The set of the keys of these Key IDs, each with a modulus of its own. */
  public static JwkSet set(String... keyIds) {
    return JwkSet.parse(document(keyIds));
  }

  /** The same as its issuer publishes it. */
  public static String document(String... keyIds) {
    return Arrays.stream(keyIds)
        .map(keyId ->
            "{\"kty\":\"RSA\",\"alg\":\"RS256\",\"e\":\"AQAB\",\"n\":\"%s\",\"kid\":\"%s\"}"
                .formatted(modulus(keyId), keyId))
        .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
  }

  private static String modulus(String keyId) {
    byte[] octets = new byte[256];
    new Random(keyId.hashCode()).nextBytes(octets);
    octets[0] |= (byte) 0x80;
    octets[255] |= 1;
    return BASE64URL.encodeToString(octets);
  }

  /** The Key IDs of a set, in the order of the alphabet. */
  public static String keyIds(JwkSet set) {
    return set.keys().stream()
        .map(key -> String.valueOf(key.keyId()))
        .sorted()
        .collect(Collectors.joining("+"));
  }
}
