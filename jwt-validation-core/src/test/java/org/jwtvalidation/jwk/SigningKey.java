// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** A key pair bound to an algorithm: signs like an issuer, and writes its public key as a JWK. */
public record SigningKey(SignatureAlgorithm algorithm, KeyPair pair) {

  public static final BouncyCastleProvider BCPROV = new BouncyCastleProvider();

  /** Shared by all tests, because generating keys takes long. */
  private static final Map<String, KeyPair> PAIRS = new ConcurrentHashMap<>();

  private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

  /** The key pair that all tests share; all RSA algorithms have the same one. */
  public static SigningKey shared(SignatureAlgorithm algorithm) {
    String generator = generator(algorithm);
    return new SigningKey(
        algorithm, PAIRS.computeIfAbsent(generator, name -> generate(algorithm).pair()));
  }

  /** A new key pair. */
  public static SigningKey generate(SignatureAlgorithm algorithm) {
    try {
      String name = generator(algorithm);
      boolean isEc = algorithm.family() instanceof EcCurve;
      KeyPairGenerator generator =
          algorithm.family() instanceof MlDsaParameterSet
              ? KeyPairGenerator.getInstance(name, BCPROV)
              : KeyPairGenerator.getInstance(isEc ? "EC" : name);
      if (isEc) {
        generator.initialize(new ECGenParameterSpec(name));
      } else if (name.equals("RSA")) {
        generator.initialize(2048);
      }
      return new SigningKey(algorithm, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String generator(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> "RSA";
      case ES256 -> "secp256r1";
      case ES384 -> "secp384r1";
      case ES512 -> "secp521r1";
      case ED25519, ED448, ML_DSA_44, ML_DSA_65, ML_DSA_87 -> algorithm.joseName();
    };
  }

  public PublicKey publicKey() {
    return pair.getPublic();
  }

  public VerificationKey verificationKey(String keyId) {
    return VerificationKey.of(keyId, algorithm, publicKey());
  }

  public byte[] sign(byte[] input) {
    return sign(input, algorithm.jcaNames().get(0));
  }

  /** Signs by another algorithm, given by its name in the JCA. */
  public byte[] sign(byte[] input, String jcaName) {
    try {
      Signature signature =
          algorithm.family() instanceof MlDsaParameterSet
              ? Signature.getInstance(jcaName, BCPROV)
              : Signature.getInstance(jcaName);
      if (algorithm.jcaParameters() != null) {
        signature.setParameter(algorithm.jcaParameters());
      }
      signature.initSign(pair.getPrivate());
      signature.update(input);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public key as a JWK without {@code kid}, {@code alg} and {@code use}. */
  public JwkText jwk() {
    KeyFamily family = algorithm.family();
    JwkText jwk = JwkText.ofType(family.keyType());
    if (publicKey() instanceof RSAPublicKey rsa) {
      return jwk.with("n", rsa.getModulus()).with("e", rsa.getPublicExponent());
    }
    if (family instanceof EcCurve curve && publicKey() instanceof ECPublicKey ec) {
      int length = (ec.getParams().getOrder().bitLength() + 7) / 8;
      return jwk.with("crv", curve.crv())
          .with("x", octets(ec.getW().getAffineX(), length))
          .with("y", octets(ec.getW().getAffineY(), length));
    }
    byte[] x509 = publicKey().getEncoded();
    if (family instanceof EdwardsCurve curve) {
      int length = curve == EdwardsCurve.ED25519 ? 32 : 57;
      return jwk.with("crv", curve.crv()).with("x", last(x509, length));
    }
    int length =
        switch (algorithm) {
          case ML_DSA_44 -> 1312;
          case ML_DSA_65 -> 1952;
          default -> 2592;
        };
    return jwk.with("alg", algorithm.joseName()).with("pub", last(x509, length));
  }

  public JwkText jwk(String keyId) {
    return jwk().with("kid", keyId);
  }

  private static byte[] last(byte[] octets, int length) {
    return Arrays.copyOfRange(octets, octets.length - length, octets.length);
  }

  /** A number in exactly {@code length} octets. */
  public static byte[] octets(BigInteger number, int length) {
    byte[] octets = new byte[length];
    byte[] signed = number.toByteArray();
    int significant = Math.min(length, signed.length);
    System.arraycopy(
        signed, signed.length - significant, octets, length - significant, significant);
    return octets;
  }

  public static String base64Url(byte[] octets) {
    return BASE64URL.encodeToString(octets);
  }
}
