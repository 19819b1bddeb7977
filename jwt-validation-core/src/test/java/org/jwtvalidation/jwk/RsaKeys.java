// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * RSA key pairs of every size. Searching primes takes long, so those of the usual sizes are in a
 * file.
 */
public final class RsaKeys {

  private static final BigInteger E = RSAKeyGenParameterSpec.F4;

  private static final Map<Integer, KeyPair> PAIRS = new ConcurrentHashMap<>();

  private static final Properties PRIMES = primes();

  private RsaKeys() {}

  /** The key pair with a modulus of so many bits that all tests share. */
  public static KeyPair pair(int bits) {
    return PAIRS.computeIfAbsent(bits, RsaKeys::newPair);
  }

  private static KeyPair newPair(int bits) {
    try {
      String primes = PRIMES.getProperty(String.valueOf(bits));
      if (primes != null) {
        String[] pAndQ = primes.split(" ", -1);
        return ofPrimes(new BigInteger(pAndQ[0], 36), new BigInteger(pAndQ[1], 36));
      }
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair ofPrimes(BigInteger p, BigInteger q) throws GeneralSecurityException {
    BigInteger n = p.multiply(q);
    BigInteger ofP = p.subtract(BigInteger.ONE);
    BigInteger ofQ = q.subtract(BigInteger.ONE);
    BigInteger d = E.modInverse(ofP.multiply(ofQ));
    KeyFactory factory = KeyFactory.getInstance("RSA");
    return new KeyPair(
        factory.generatePublic(new RSAPublicKeySpec(n, E)),
        factory.generatePrivate(
            new RSAPrivateCrtKeySpec(n, E, d, p, q, d.mod(ofP), d.mod(ofQ), q.modInverse(p))));
  }

  private static Properties primes() {
    try (InputStream file = RsaKeys.class.getResourceAsStream("rsa-primes.properties")) {
      Properties primes = new Properties();
      primes.load(file);
      return primes;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
