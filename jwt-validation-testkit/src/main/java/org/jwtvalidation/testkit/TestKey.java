// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.VerificationKey;

/**
 * A key pair that signs tokens by one algorithm under one Key ID. Immutable and thread-safe.
 *
 * <p>Keys may be weak: RSA keys may be smaller than the library accepts, so that tests can check
 * their rejection. Two keys are equal only if they are the same instance.
 */
public final class TestKey {

  private static final int USUAL_MODULUS_BITS = 2048;

  private final SignatureAlgorithm algorithm;
  private final @Nullable String keyId;
  private final PublicKey publicKey;
  private final PrivateKey privateKey;

  private TestKey(SignatureAlgorithm algorithm, @Nullable String keyId, KeyPair keyPair) {
    this.algorithm = algorithm;
    this.keyId = keyId;
    this.publicKey = keyPair.getPublic();
    this.privateKey = keyPair.getPrivate();
  }

  /**
   * Creates a new key, for RSA with 2,048 bits. This takes about a millisecond for elliptic curves
   * and ML-DSA, and some hundred milliseconds for RSA.
   *
   * @param algorithm the algorithm that the key signs by
   * @param keyId the Key ID, or null for a key that has none
   * @return the key
   * @throws IllegalArgumentException if the running JDK does not have the algorithm
   */
  public static TestKey generate(SignatureAlgorithm algorithm, @Nullable String keyId) {
    return new TestKey(algorithm, keyId, keyPair(algorithm, USUAL_MODULUS_BITS));
  }

  /**
   * Creates a new RSA key of the given size.
   *
   * @param algorithm one of the algorithms {@code RS…} and {@code PS…}
   * @param keyId the Key ID, or null for a key that has none
   * @param modulusBits the size of the modulus in bits; the JDK supports keys from 512 bits on
   * @return the key
   * @throws IllegalArgumentException if the algorithm is not of RSA, or the JDK refuses the size
   */
  public static TestKey generate(
      SignatureAlgorithm algorithm, @Nullable String keyId, int modulusBits) {
    if (!isRsa(algorithm)) {
      throw new IllegalArgumentException(
          "modulusBits: keys of " + algorithm.joseName() + " have a fixed size; omit it");
    }
    try {
      return new TestKey(algorithm, keyId, keyPair(algorithm, modulusBits));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "modulusBits: this JDK cannot create an RSA key of "
              + modulusBits
              + " bits ("
              + (e.getCause() == null ? e : e.getCause()).getMessage()
              + "); use 512 or more",
          e);
    }
  }

  /**
   * Wraps an existing key pair, for example from published test vectors, or an insecure one.
   *
   * @param algorithm the algorithm that the key signs by
   * @param keyId the Key ID, or null for a key that has none
   * @param keyPair the public and the private key, which are not checked against each other
   * @return the key
   * @throws IllegalArgumentException if the public key is not of the algorithm's type, with its
   *     curve or parameter set
   */
  public static TestKey of(SignatureAlgorithm algorithm, @Nullable String keyId, KeyPair keyPair) {
    Objects.requireNonNull(keyPair.getPrivate(), "private key");
    if (!isOfType(algorithm, Objects.requireNonNull(keyPair.getPublic(), "public key"))) {
      throw new IllegalArgumentException(
          "keyPair: not of the type of "
              + algorithm.joseName()
              + "; use a pair of that type or another algorithm");
    }
    return new TestKey(algorithm, keyId, keyPair);
  }

  private static boolean isRsa(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> true;
      default -> false;
    };
  }

  private static boolean isOfType(SignatureAlgorithm algorithm, PublicKey key) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> key instanceof RSAPublicKey;
      case ES256 -> isOfCurve(256, key);
      case ES384 -> isOfCurve(384, key);
      case ES512 -> isOfCurve(521, key);
      case ED25519 -> isEncoded("302a300506032b6570032100", 32, key);
      case ED448 -> isEncoded("3043300506032b6571033a00", 57, key);
      case ML_DSA_44 -> isEncoded("30820532300b06096086480165030403110382052100", 1312, key);
      case ML_DSA_65 -> isEncoded("308207b2300b0609608648016503040312038207a100", 1952, key);
      case ML_DSA_87 -> isEncoded("30820a32300b060960864801650304031303820a2100", 2592, key);
    };
  }

  private static boolean isOfCurve(int orderBits, PublicKey key) {
    return key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() == orderBits;
  }

  /** Whether the X.509 encoding is what names the type, then a raw key of this length. */
  private static boolean isEncoded(String type, int length, PublicKey key) {
    byte @Nullable [] x509 = key.getEncoded();
    return x509 != null
        && x509.length == type.length() / 2 + length
        && HexFormat.of().formatHex(x509, 0, type.length() / 2).equals(type);
  }

  private static KeyPair keyPair(SignatureAlgorithm algorithm, int modulusBits) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 ->
          generated("RSA", new RSAKeyGenParameterSpec(modulusBits, RSAKeyGenParameterSpec.F4));
      case ES256 -> generated("EC", new ECGenParameterSpec("secp256r1"));
      case ES384 -> generated("EC", new ECGenParameterSpec("secp384r1"));
      case ES512 -> generated("EC", new ECGenParameterSpec("secp521r1"));
      case ED25519, ED448, ML_DSA_44, ML_DSA_65, ML_DSA_87 -> generated(algorithm.joseName(), null);
    };
  }

  private static KeyPair generated(String jcaName, @Nullable AlgorithmParameterSpec parameters) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(jcaName);
      if (parameters != null) {
        generator.initialize(parameters);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "algorithm: this JDK cannot create a key of "
              + jcaName
              + " ("
              + e.getMessage()
              + "); check SignatureAlgorithm.isAvailable(), choose another, or use a newer JDK",
          e);
    }
  }

  /** {@return the algorithm that the key signs by} */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the Key ID (RFC 7517 section 4.5), or null if the key has none} */
  public @Nullable String keyId() {
    return keyId;
  }

  /** {@return the public key} */
  public PublicKey publicKey() {
    return publicKey;
  }

  /** {@return the private key} */
  public PrivateKey privateKey() {
    return privateKey;
  }

  /**
   * Returns the public key as a JWK (RFC 7517) as of RFC 7518, 8037 or 9964, with {@code use},
   * {@code alg} and {@code kid}.
   *
   * @return the JSON text
   */
  public String jwk() {
    return JsonWriter.json(PublicJwk.members(algorithm, keyId, publicKey));
  }

  /**
   * Returns the JWK SHA-256 Thumbprint of the public key (RFC 7638), to which a token is bound by
   * the member {@code jkt} of its claim {@code cnf} (RFC 9449 section 6.1).
   *
   * @return the thumbprint in base64url
   */
  public String thumbprint() {
    return PublicJwk.thumbprint(algorithm, publicKey);
  }

  /**
   * Returns the public key as a key of the library.
   *
   * @return a new instance at each call
   * @throws IllegalArgumentException if the library rejects the kind or size of the key
   */
  public VerificationKey verificationKey() {
    return VerificationKey.of(keyId, algorithm, publicKey);
  }

  /**
   * Signs as of RFC 7515 section 5.1.
   *
   * @param signingInput the JWS Signing Input, or any other octets
   * @return the signature in the form of JWS: for ECDSA the concatenation of R and S, not DER
   * @throws IllegalStateException if the private key does not fit the algorithm
   */
  public byte[] sign(byte[] signingInput) {
    try {
      Signature signer = Signature.getInstance(signatureName());
      AlgorithmParameterSpec parameters = signatureParameters();
      if (parameters != null) {
        signer.setParameter(parameters);
      }
      signer.initSign(privateKey);
      signer.update(signingInput);
      return signer.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "the private key cannot sign by " + algorithm.joseName() + ": " + e.getMessage(), e);
    }
  }

  private String signatureName() {
    return switch (algorithm) {
      case RS256 -> "SHA256withRSA";
      case RS384 -> "SHA384withRSA";
      case RS512 -> "SHA512withRSA";
      case PS256, PS384, PS512 -> "RSASSA-PSS";
      case ES256 -> "SHA256withECDSAinP1363Format";
      case ES384 -> "SHA384withECDSAinP1363Format";
      case ES512 -> "SHA512withECDSAinP1363Format";
      case ED25519, ED448, ML_DSA_44, ML_DSA_65, ML_DSA_87 -> algorithm.joseName();
    };
  }

  private @Nullable AlgorithmParameterSpec signatureParameters() {
    return switch (algorithm) {
      case PS256 -> pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
      case PS384 -> pss("SHA-384", MGF1ParameterSpec.SHA384, 48);
      case PS512 -> pss("SHA-512", MGF1ParameterSpec.SHA512, 64);
      default -> null;
    };
  }

  private static PSSParameterSpec pss(String hash, MGF1ParameterSpec mgf1, int saltLength) {
    return new PSSParameterSpec(hash, "MGF1", mgf1, saltLength, PSSParameterSpec.TRAILER_FIELD_BC);
  }

  /** Returns a description with algorithm and Key ID. */
  @Override
  public String toString() {
    return "TestKey[" + algorithm.joseName() + ", kid=" + keyId + "]";
  }
}
