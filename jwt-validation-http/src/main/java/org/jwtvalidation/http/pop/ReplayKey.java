// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A proof as a {@link ReplayStore} knows it: half of a SHA-256 hash of the client's key and the
 * proof's {@code jti}. A {@code jti} of one client says nothing of another's, so that nobody can
 * use up the proofs of others. Immutable and thread-safe; the same on every service.
 *
 * <p>128 bits suffice. Two of a million proofs have equal keys with a probability of
 * 10<sup>-27</sup>, and the second would be refused, never accepted. Only the client that makes a
 * proof can have it refused: to match the proof of another client takes 2<sup>128</sup> attempts
 * for a single one.
 */
public final class ReplayKey {

  private final String client;
  private final long high;
  private final long low;

  private ReplayKey(String client, long high, long low) {
    this.client = client;
    this.high = high;
    this.low = low;
  }

  /**
   * Makes the key of a proof.
   *
   * @param thumbprint the JWK SHA-256 Thumbprint of the key that verified the proof, in base64url
   *     (RFC 7638)
   * @param jwtId the claim {@code jti} of the proof
   * @param client a hash of what names the client, the same for all its keys; it does not make
   *     another proof
   * @return the key
   */
  public static ReplayKey of(String thumbprint, String jwtId, String client) {
    byte[] key = thumbprint.getBytes(UTF_8);
    MessageDigest sha256 = Sha256.begin();
    // With its length ahead, so that no other pair is the same octets.
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, key.length));
    sha256.update(key);
    ByteBuffer hash = ByteBuffer.wrap(sha256.digest(jwtId.getBytes(UTF_8)));
    return new ReplayKey(client, hash.getLong(), hash.getLong());
  }

  /**
   * Returns the client, for stores that limit how many proofs of one client they remember. {@link
   * ProofOfPossession} names it by a hash of issuer and subject of the access token, so that all
   * keys of one subject count together.
   *
   * @return the client, as it was given
   */
  public String client() {
    return client;
  }

  /**
   * Returns the key as text, for stores that are other programs.
   *
   * @return 22 characters of base64url
   */
  public String text() {
    byte[] octets = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  /** Compares the proofs. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReplayKey that && high == that.high && low == that.low;
  }

  /** {@return a part of the hash} */
  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }

  /** {@return the text, which reveals neither client nor {@code jti}} */
  @Override
  public String toString() {
    return text();
  }
}
