// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static org.jwtvalidation.CraftedRsaKey.sha256;
import static org.jwtvalidation.CraftedRsaKey.unsigned;

import java.math.BigInteger;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import org.jwtvalidation.testkit.TestKey;

/**
 * Signs with ES256, always with the same nonce, which it derives from a signature by the owner of
 * the key: hundreds of thousands of valid signatures a second, for tests that search for one with a
 * certain form.
 */
public final class KnownNonceSigner {

  private static final int LENGTH = 32;

  private final BigInteger order;
  private final BigInteger inverseNonce;
  private final BigInteger r;
  private final BigInteger rTimesKey;

  /** A signer with the nonce of {@code token}, which {@code key} has signed. */
  public KnownNonceSigner(TestKey key, String token) {
    ECPrivateKey privateKey = (ECPrivateKey) key.privateKey();
    order = privateKey.getParams().getOrder();
    byte[] signature = RawToken.signature(token);
    r = new BigInteger(1, Arrays.copyOf(signature, LENGTH));
    BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, LENGTH, 2 * LENGTH));
    rTimesKey = r.multiply(privateKey.getS()).mod(order);
    // s = (hash + r key) / nonce, so that 1 / nonce = s / (hash + r key).
    inverseNonce =
        s.multiply(hash(RawToken.signingInput(token)).add(rTimesKey).modInverse(order)).mod(order);
  }

  private static BigInteger hash(String signingInput) {
    return new BigInteger(1, sha256(signingInput));
  }

  public byte[] sign(String signingInput) {
    BigInteger s = inverseNonce.multiply(hash(signingInput).add(rTimesKey)).mod(order);
    byte[] signature = Arrays.copyOf(unsigned(r, LENGTH), 2 * LENGTH);
    System.arraycopy(unsigned(s, LENGTH), 0, signature, LENGTH, LENGTH);
    return signature;
  }
}
