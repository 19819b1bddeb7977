// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.jwtvalidation.RawToken.base64url;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An RSA key of arbitrary primes and exponent that signs with RS256. Most such keys are refused by
 * key generators, but an attacker need not use one.
 */
public final class CraftedRsaKey {

  private static final BigInteger TWO = BigInteger.TWO;

  /** The DigestInfo that goes before a SHA-256 hash (RFC 8017 section 9.2, note 1). */
  private static final byte[] DIGEST_INFO =
      HexFormat.of().parseHex("3031300d060960864801650304020105000420");

  /** What a prime contributes to a signature. */
  private record Share(BigInteger prime, BigInteger exponent, BigInteger coefficient) {}

  private final List<BigInteger> primes;

  /** Computed for the first signature, since some keys have none. */
  private volatile @Nullable List<Share> shares;

  private final BigInteger modulus;
  private final BigInteger exponent;

  /** A key of different primes, each less 1 coprime to the exponent. */
  public CraftedRsaKey(BigInteger exponent, List<BigInteger> primes) {
    this.primes = List.copyOf(primes);
    this.modulus = primes.stream().reduce(BigInteger.ONE, BigInteger::multiply);
    this.exponent = exponent;
  }

  /** A key of 2,048 bits and eight primes, whose signatures take a tenth of the time of others. */
  public static CraftedRsaKey quick() {
    Random seeded = new Random(1);
    return new CraftedRsaKey(
        BigInteger.valueOf(65_537),
        Stream.generate(() -> BigInteger.probablePrime(256, seeded))
            // Eight of them have 2,048 bits.
            .filter(prime -> prime.shiftRight(252).intValue() == 15)
            .limit(8)
            .toList());
  }

  public BigInteger modulus() {
    return modulus;
  }

  private Share share(BigInteger prime) {
    BigInteger rest = modulus.divide(prime);
    return new Share(
        prime,
        prime.equals(TWO) ? BigInteger.ONE : exponent.modInverse(prime.subtract(BigInteger.ONE)),
        rest.multiply(rest.modInverse(prime)));
  }

  private int length() {
    return (modulus.bitLength() + 7) / 8;
  }

  public String jwk(String keyId) {
    return "{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\""
        + keyId
        + "\",\"n\":\""
        + base64url(unsigned(modulus, length()))
        + "\",\"e\":\""
        + base64url(unsigned(exponent, (exponent.bitLength() + 7) / 8))
        + "\"}";
  }

  /** The signature that the key's owner would make, by the Chinese remainder theorem. */
  public byte[] sign(String signingInput) {
    BigInteger message = new BigInteger(1, encodedMessage(signingInput, length()));
    List<Share> all = shares;
    if (all == null) {
      all = primes.stream().map(this::share).toList();
      shares = all;
    }
    BigInteger signature = BigInteger.ZERO;
    for (Share share : all) {
      BigInteger residue = message.modPow(share.exponent, share.prime);
      signature = signature.add(residue.multiply(share.coefficient));
    }
    signature = signature.mod(modulus);
    if (!signature.modPow(exponent, modulus).equals(message)) {
      throw new IllegalStateException("not a signature of this key");
    }
    return unsigned(signature, length());
  }

  /** A token with the claims, and with the header of another token but for the algorithm. */
  public String token(String sample, String claims) {
    String header = RawToken.header(sample).replaceFirst("\"alg\":\"\\w+\"", "\"alg\":\"RS256\"");
    String signingInput = base64url(header) + "." + base64url(claims);
    return signingInput + "." + base64url(sign(signingInput));
  }

  /** EMSA-PKCS1-v1_5 with SHA-256 (RFC 8017 section 9.2). */
  public static byte[] encodedMessage(String signingInput, int length) {
    byte[] hash = sha256(signingInput);
    byte[] encoded = new byte[length];
    Arrays.fill(encoded, (byte) 0xff);
    encoded[0] = 0;
    encoded[1] = 1;
    int digestInfo = length - hash.length - DIGEST_INFO.length;
    encoded[digestInfo - 1] = 0;
    System.arraycopy(DIGEST_INFO, 0, encoded, digestInfo, DIGEST_INFO.length);
    System.arraycopy(hash, 0, encoded, length - hash.length, hash.length);
    return encoded;
  }

  public static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@code number} in exactly {@code length} octets. */
  public static byte[] unsigned(BigInteger number, int length) {
    byte[] signed = number.toByteArray();
    byte[] octets = new byte[length];
    int taken = Math.min(signed.length, length);
    System.arraycopy(signed, signed.length - taken, octets, length - taken, taken);
    return octets;
  }
}
