package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateCrtKey;

/** The private operation of RSA on any number, which the owner of a key can do. */
public final class RsaRoots {

  private RsaRoots() {}

  /** The number whose power is {@code power} modulo the modulus. */
  public static BigInteger of(BigInteger power, KeyPair pair) {
    RSAPrivateCrtKey secret = (RSAPrivateCrtKey) pair.getPrivate();
    BigInteger p = secret.getPrimeP();
    BigInteger q = secret.getPrimeQ();
    BigInteger root = power.modPow(secret.getPrimeExponentQ(), q);
    BigInteger rest = power.modPow(secret.getPrimeExponentP(), p).subtract(root);
    return root.add(rest.multiply(secret.getCrtCoefficient()).mod(p).multiply(q));
  }
}
