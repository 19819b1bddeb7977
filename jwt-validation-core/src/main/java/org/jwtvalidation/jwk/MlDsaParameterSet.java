// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.nio.ByteBuffer;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The parameter sets of ML-DSA (FIPS 204 table 2, RFC 9964). */
enum MlDsaParameterSet implements KeyFamily {
  ML_DSA_44(1312, 2420, 17),
  ML_DSA_65(1952, 3309, 18),
  ML_DSA_87(2592, 4627, 19);

  private final int keyLength;
  private final int signatureLength;
  private final byte[] x509Prefix;

  MlDsaParameterSet(int keyLength, int signatureLength, int lastArcOfOid) {
    this.keyLength = keyLength;
    this.signatureLength = signatureLength;
    this.x509Prefix = x509Prefix(keyLength, lastArcOfOid);
  }

  /** The SubjectPublicKeyInfo up to the key; the algorithm is 2.16.840.1.101.3.4.3.x. */
  private static byte[] x509Prefix(int keyLength, int lastArcOfOid) {
    int bitString = keyLength + 1;
    int whole = bitString + 17;
    return new byte[] {
      0x30,
      (byte) 0x82,
      (byte) (whole >> 8),
      (byte) whole,
      0x30,
      0x0b,
      0x06,
      0x09,
      0x60,
      (byte) 0x86,
      0x48,
      0x01,
      0x65,
      0x03,
      0x04,
      0x03,
      (byte) lastArcOfOid,
      0x03,
      (byte) 0x82,
      (byte) (bitString >> 8),
      (byte) bitString,
      0x00
    };
  }

  @Override
  public String keyType() {
    return "AKP";
  }

  @Override
  public String keyFactory() {
    return "ML-DSA";
  }

  @Override
  public List<String> thumbprintMembers() {
    return List.of("alg", "kty", "pub");
  }

  @Override
  public PublicKey parse(Jwk jwk) throws UnusableKeyException {
    byte[] key = jwk.octets("pub", keyLength);
    byte[] x509 =
        ByteBuffer.allocate(x509Prefix.length + keyLength).put(x509Prefix).put(key).array();
    return publicKey(new X509EncodedKeySpec(x509));
  }

  @Override
  public void check(PublicKey key) throws UnusableKeyException {
    byte @Nullable [] x509 = key.getEncoded();
    if (x509 == null
        || x509.length != x509Prefix.length + keyLength
        || !Arrays.equals(x509, 0, x509Prefix.length, x509Prefix, 0, x509Prefix.length)) {
      throw new UnusableKeyException("not a key of " + name().replace('_', '-'));
    }
  }

  @Override
  public Predicate<byte[]> signatureFormat(PublicKey key) {
    return signature -> signature.length == signatureLength;
  }
}
