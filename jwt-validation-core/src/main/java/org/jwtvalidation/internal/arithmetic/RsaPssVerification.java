// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * RSASSA-PSS verification (RFC 8017 section 8.1.2) as JSON Web Algorithms use it (RFC 7518 section
 * 3.5): MGF1 with the same hash function, and a salt as long as the hash. Thread-safe.
 */
public final class RsaPssVerification {

  private static final byte[] PADDING = new byte[8];
  private static final byte TRAILER = (byte) 0xbc;

  private final HashFunction hash;
  private final PublicExponentiation exponentiation;

  /** The length of the encoded message, emBits and emLen in RFC 8017. */
  private final int encodedBits;

  private final int encodedLength;

  /**
   * A verification by a public key.
   *
   * @param hash the JCA name of the hash function; two hashes and two octets fit into the modulus
   * @param exponentiation the operation of the key
   */
  public RsaPssVerification(String hash, PublicExponentiation exponentiation) {
    this.hash = new HashFunction(hash);
    this.exponentiation = exponentiation;
    this.encodedBits = exponentiation.modulus().bitLength() - 1;
    this.encodedLength = (encodedBits + 7) / 8;
  }

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}.
   *
   * @param signature a number below the modulus, in as many octets as the modulus
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    BigInteger power = exponentiation.power(signature);
    // The leftmost bits of the encoded message have to be 0.
    if (power.bitLength() > encodedBits) {
      return false;
    }
    MessageDigest digest = hash.begin();
    digest.update(octets, 0, length);
    return isEncoded(BigEndian.octets(power, encodedLength), digest.digest(), digest);
  }

  /** EMSA-PSS-VERIFY (RFC 8017 section 9.1.2) for the hash of a message. */
  private boolean isEncoded(byte[] encoded, byte[] messageHash, MessageDigest digest) {
    if (encoded[encodedLength - 1] != TRAILER) {
      return false;
    }
    int hashLength = messageHash.length;
    int blockLength = encodedLength - hashLength - 1;
    unmask(encoded, blockLength, hashLength, digest);
    int saltStart = blockLength - hashLength;
    for (int i = 0; i < saltStart - 1; i++) {
      if (encoded[i] != 0) {
        return false;
      }
    }
    if (encoded[saltStart - 1] != 1) {
      return false;
    }
    digest.update(PADDING);
    digest.update(messageHash);
    digest.update(encoded, saltStart, hashLength);
    return Arrays.equals(
        digest.digest(), 0, hashLength, encoded, blockLength, blockLength + hashLength);
  }

  /** Removes the mask, which MGF1 (RFC 8017 appendix B.2.1) makes of the hash after the block. */
  private void unmask(byte[] encoded, int blockLength, int hashLength, MessageDigest digest) {
    byte[] counter = new byte[4];
    for (int from = 0; from < blockLength; from += hashLength) {
      digest.update(encoded, blockLength, hashLength);
      digest.update(counter);
      // No block is as long as 256 hashes.
      counter[3]++;
      byte[] mask = digest.digest();
      for (int i = 0; i < Math.min(hashLength, blockLength - from); i++) {
        encoded[from + i] ^= mask[i];
      }
    }
    encoded[0] &= (byte) (0xff >> (8 * encodedLength - encodedBits));
  }
}
