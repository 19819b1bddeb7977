// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * RSASSA-PKCS1-v1_5 verification (RFC 8017 section 8.2.2). The expected encoded message is
 * constructed and compared as a whole, so that there is no parser for a forged padding to deceive.
 * Thread-safe.
 */
public final class RsaPkcs1Verification {

  /** A hash function, and its DigestInfo up to the hash (RFC 8017 section 9.2, note 1). */
  private enum Hash {
    SHA_256("SHA-256", 32, "3031300d060960864801650304020105000420"),
    SHA_384("SHA-384", 48, "3041300d060960864801650304020205000430"),
    SHA_512("SHA-512", 64, "3051300d060960864801650304020305000440");

    private final String jcaName;
    private final HashFunction function;
    private final int length;
    private final byte[] digestInfo;

    Hash(String jcaName, int length, String digestInfo) {
      this.jcaName = jcaName;
      this.function = new HashFunction(jcaName);
      this.length = length;
      this.digestInfo = HexFormat.of().parseHex(digestInfo);
    }

    static Hash of(String jcaName) {
      return Arrays.stream(values())
          .filter(hash -> hash.jcaName.equals(jcaName))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(jcaName + " has no DigestInfo here"));
    }

    /** The encoded message (RFC 8017 section 9.2) in so many octets, with zeros for the hash. */
    BigInteger encodedWithoutHash(int octets) {
      byte[] encoded = new byte[octets];
      int digestInfoStart = octets - length - digestInfo.length;
      encoded[1] = 1;
      Arrays.fill(encoded, 2, digestInfoStart - 1, (byte) 0xff);
      System.arraycopy(digestInfo, 0, encoded, digestInfoStart, digestInfo.length);
      return new BigInteger(1, encoded);
    }
  }

  private final PublicExponentiation exponentiation;
  private final Hash hash;
  private final BigInteger encodedWithoutHash;

  /**
   * A verification by a public key.
   *
   * @param hash {@code SHA-256}, {@code SHA-384} or {@code SHA-512}
   * @param exponentiation the operation of the key
   * @throws IllegalArgumentException if {@code hash} is anything else
   */
  public RsaPkcs1Verification(String hash, PublicExponentiation exponentiation) {
    this.exponentiation = exponentiation;
    this.hash = Hash.of(hash);
    int octets = (exponentiation.modulus().bitLength() + 7) / 8;
    this.encodedWithoutHash = this.hash.encodedWithoutHash(octets);
  }

  /**
   * Whether {@code signature} is valid for the first {@code length} of {@code octets}.
   *
   * @param signature a number below the modulus, in as many octets as the modulus
   */
  public boolean verify(byte[] octets, int length, byte[] signature) {
    MessageDigest digest = hash.function.begin();
    digest.update(octets, 0, length);
    BigInteger expected = encodedWithoutHash.add(new BigInteger(1, digest.digest()));
    return exponentiation.power(signature).equals(expected);
  }
}
