package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * RSASSA-PKCS1-v1_5 verification (RFC 8017 section 8.2.2) in place of the JDK's own, which does the
 * same exponentiation with more around it. The encoded message is built and compared as a whole:
 * what nobody parses cannot be forged where a parser does not look.
 */
final class RsaPkcs1Verification implements SignatureVerification {

  /** Whose verification this stands in for; a provider that somebody has put before it counts. */
  private static final String JDK_PROVIDER = "SunRsaSign";

  /** A hash function, with its DigestInfo up to the hash (RFC 8017 section 9.2, note 1). */
  private enum Hash {
    SHA_256("SHA-256", 32, "3031300d060960864801650304020105000420"),
    SHA_384("SHA-384", 48, "3041300d060960864801650304020205000430"),
    SHA_512("SHA-512", 64, "3051300d060960864801650304020305000440");

    private final String jcaName;
    private final int length;
    private final byte[] digestInfo;

    Hash(String jcaName, int length, String digestInfo) {
      this.jcaName = jcaName;
      this.length = length;
      this.digestInfo = HexFormat.of().parseHex(digestInfo);
    }

    /** That of {@code algorithm}, or null where it is not of RSASSA-PKCS1-v1_5. */
    static @Nullable Hash of(SignatureAlgorithm algorithm) {
      return switch (algorithm) {
        case RS256 -> SHA_256;
        case RS384 -> SHA_384;
        case RS512 -> SHA_512;
        default -> null;
      };
    }

    /** The encoded message (RFC 8017 section 9.2) of {@code octets}, with zeros for the hash. */
    BigInteger encodedWithoutHash(int octets) {
      byte[] encoded = new byte[octets];
      int digestInfoStart = octets - length - digestInfo.length;
      encoded[1] = 1;
      Arrays.fill(encoded, 2, digestInfoStart - 1, (byte) 0xff);
      System.arraycopy(digestInfo, 0, encoded, digestInfoStart, digestInfo.length);
      return new BigInteger(1, encoded);
    }
  }

  private final BigInteger modulus;
  private final BigInteger exponent;
  private final BigInteger encodedWithoutHash;

  /** Never given any octets: a copy of it costs less than to look one up. */
  private final MessageDigest unused;

  private RsaPkcs1Verification(RSAPublicKey key, Hash hash, MessageDigest unused) {
    this.modulus = key.getModulus();
    this.exponent = key.getPublicExponent();
    this.encodedWithoutHash = hash.encodedWithoutHash((modulus.bitLength() + 7) / 8);
    this.unused = unused;
  }

  /** The quicker way to the answer of {@code verification}, or itself where there is none. */
  static SignatureVerification inPlaceOf(
      ProviderVerification verification, SignatureAlgorithm algorithm, PublicKey key) {
    Hash hash = Hash.of(algorithm);
    if (hash == null || !verification.provider().provider().getName().equals(JDK_PROVIDER)) {
      return verification;
    }
    try {
      // A copy already, so that digests which cannot be copied show here.
      MessageDigest unused = (MessageDigest) MessageDigest.getInstance(hash.jcaName).clone();
      return new RsaPkcs1Verification((RSAPublicKey) key, hash, unused);
    } catch (NoSuchAlgorithmException | CloneNotSupportedException e) {
      return verification;
    }
  }

  @Override
  public boolean verify(byte[] octets, int length, byte[] signature) {
    BigInteger expected = encodedWithoutHash.add(new BigInteger(1, hash(octets, length)));
    return new BigInteger(1, signature).modPow(exponent, modulus).equals(expected);
  }

  private byte[] hash(byte[] octets, int length) {
    try {
      MessageDigest digest = (MessageDigest) unused.clone();
      digest.update(octets, 0, length);
      return digest.digest();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("could be cloned when the key was made", e);
    }
  }
}
