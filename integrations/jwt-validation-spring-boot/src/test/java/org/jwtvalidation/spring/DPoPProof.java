// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jwtvalidation.testkit.TestKey;

/** The proof that the sender of a token has the key to which the token is bound (RFC 9449). */
final class DPoPProof {

  private DPoPProof() {}

  /** The proof for a GET of {@code uri} with {@code token}. */
  static String of(TestKey key, String uri, String token) {
    String header =
        "{\"typ\":\"dpop+jwt\",\"alg\":\"%s\",\"jwk\":%s}"
            .formatted(key.algorithm().joseName(), key.jwk());
    String claims =
        "{\"jti\":\"%s\",\"htm\":\"GET\",\"htu\":\"%s\",\"iat\":%d,\"ath\":\"%s\"}"
            .formatted(
                UUID.randomUUID(), uri, Instant.now().getEpochSecond(), encoded(sha256(token)));
    String signingInput = encoded(header.getBytes(UTF_8)) + "." + encoded(claims.getBytes(UTF_8));
    return signingInput + "." + encoded(key.sign(signingInput.getBytes(UTF_8)));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String encoded(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }
}
