// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.bouncycastle.crypto.params.Ed448PrivateKeyParameters;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.internal.arithmetic.BigEndian;

/**
 * Signatures of Ed448 (RFC 8032 section 5.2) with the nonce 0, whose R is the neutral point. It has
 * one valid encoding, and the hash covers the encoding that is sent.
 */
class Ed448EncodingTest {

  private static final int LENGTH = 57;
  private static final BigInteger P =
      BigInteger.TWO.pow(448).subtract(BigInteger.TWO.pow(224)).subtract(BigInteger.ONE);
  private static final BigInteger ORDER =
      BigInteger.TWO
          .pow(446)
          .subtract(
              new BigInteger(
                  "13818066809895115352007386748515426880336692474882178609894547503885"));

  private static final byte[] INPUT = "eyJhbGciOiJFZDQ0OCJ9.e30".getBytes(US_ASCII);
  private static final byte[] SEED = new byte[LENGTH];
  private static final byte[] PUBLIC_KEY =
      new Ed448PrivateKeyParameters(SEED).generatePublicKey().getEncoded();

  private static byte[] hash(byte[]... parts) {
    SHAKEDigest shake256 = new SHAKEDigest(256);
    for (byte[] part : parts) {
      shake256.update(part, 0, part.length);
    }
    byte[] hash = new byte[2 * LENGTH];
    shake256.doFinal(hash, 0, hash.length);
    return hash;
  }

  private static BigInteger number(byte[] littleEndian) {
    return new BigInteger(1, BigEndian.reversed(littleEndian));
  }

  private static byte[] octets(BigInteger number) {
    return BigEndian.reversed(BigEndian.octets(number, LENGTH));
  }

  /** Section 5.2.5: the lower half of the hash, pruned. */
  private static BigInteger privateScalar() {
    byte[] scalar = Arrays.copyOf(hash(SEED), LENGTH);
    scalar[0] &= (byte) 0xfc;
    scalar[LENGTH - 2] |= (byte) 0x80;
    scalar[LENGTH - 1] = 0;
    return number(scalar);
  }

  private static byte[] signed(byte[] r) {
    byte[] domain = Arrays.copyOf("SigEd448".getBytes(US_ASCII), 10);
    BigInteger h = number(hash(domain, r, PUBLIC_KEY, INPUT));
    byte[] signature = Arrays.copyOf(r, 2 * LENGTH);
    byte[] s = octets(h.multiply(privateScalar()).mod(ORDER));
    System.arraycopy(s, 0, signature, LENGTH, LENGTH);
    return signature;
  }

  private static VerificationKey key() throws GeneralSecurityException {
    byte[] x509 =
        HexFormat.of().parseHex("3043300506032b6571033a00" + HexFormat.of().formatHex(PUBLIC_KEY));
    PublicKey key = KeyFactory.getInstance("Ed448").generatePublic(new X509EncodedKeySpec(x509));
    return VerificationKey.of("k", SignatureAlgorithm.ED448, key);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, true", // as it has to be
    "0, 0x80, false", // the sign of x = 0
    "0, 0x01, false", // an octet that is 0 but for the sign
    "0, 0x40, false",
    "1, 0, false", // y + p
    "1, 0x80, false"
  })
  void takesOneEncodingOfR(int timesP, int lastOctet, boolean expected)
      throws GeneralSecurityException {
    byte[] r = octets(BigInteger.ONE.add(P.multiply(BigInteger.valueOf(timesP))));
    r[LENGTH - 1] |= (byte) lastOctet;
    byte[] signature = signed(r);
    VerificationKey key = key();
    assertThat(KeysOf.verifies(key, INPUT, signature)).isEqualTo(expected);
    for (Provider provider : new Provider[] {Security.getProvider("SunEC"), SigningKey.BCPROV}) {
      assertThat(SignaturePolicy.provider(provider).verifier(key).verify(INPUT, signature))
          .isEqualTo(expected);
    }
  }
}
