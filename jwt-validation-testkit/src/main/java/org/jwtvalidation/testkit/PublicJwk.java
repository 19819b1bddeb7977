// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** The members of a public JWK (RFC 7517) in the forms of RFC 7518, 8037 and 9964. */
final class PublicJwk {

  private final Map<String, Object> members = new LinkedHashMap<>();

  private PublicJwk() {}

  static Map<String, Object> members(
      SignatureAlgorithm algorithm, @Nullable String keyId, PublicKey publicKey) {
    PublicJwk jwk = new PublicJwk();
    jwk.members.put("kty", keyType(algorithm));
    jwk.members.put("use", "sig");
    jwk.members.put("alg", algorithm.joseName());
    if (keyId != null) {
      jwk.members.put("kid", keyId);
    }
    jwk.addKey(algorithm, publicKey);
    return jwk.members;
  }

  /** RFC 7638 section 3: the required members alone, in the order of their names. */
  static String thumbprint(SignatureAlgorithm algorithm, PublicKey publicKey) {
    return Sha256.of(JsonWriter.json(required(algorithm, publicKey)).getBytes(UTF_8));
  }

  /** The members without which the key cannot be used, in the order of their names. */
  static Map<String, Object> required(SignatureAlgorithm algorithm, PublicKey publicKey) {
    Map<String, Object> required = new TreeMap<>(members(algorithm, null, publicKey));
    required.remove("use");
    // RFC 9964: keys of this type alone require their algorithm.
    if (!"AKP".equals(required.get("kty"))) {
      required.remove("alg");
    }
    return required;
  }

  private static String keyType(SignatureAlgorithm algorithm) {
    return switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> "RSA";
      case ES256, ES384, ES512 -> "EC";
      case ED25519, ED448 -> "OKP";
      case ML_DSA_44, ML_DSA_65, ML_DSA_87 -> "AKP";
    };
  }

  private void addKey(SignatureAlgorithm algorithm, PublicKey key) {
    switch (algorithm) {
      case RS256, RS384, RS512, PS256, PS384, PS512 -> rsa((RSAPublicKey) key);
      case ES256 -> ec("P-256", 32, (ECPublicKey) key);
      case ES384 -> ec("P-384", 48, (ECPublicKey) key);
      case ES512 -> ec("P-521", 66, (ECPublicKey) key);
      case ED25519 -> edwards("Ed25519", 32, key);
      case ED448 -> edwards("Ed448", 57, key);
      case ML_DSA_44 -> octets("pub", last(1312, key));
      case ML_DSA_65 -> octets("pub", last(1952, key));
      case ML_DSA_87 -> octets("pub", last(2592, key));
    }
  }

  /** RFC 7518 section 6.3.1: Base64urlUInt without leading zeros. */
  private void rsa(RSAPublicKey key) {
    octets("n", unsigned(key.getModulus(), (key.getModulus().bitLength() + 7) / 8));
    octets("e", unsigned(key.getPublicExponent(), (key.getPublicExponent().bitLength() + 7) / 8));
  }

  /** RFC 7518 section 6.2.1: coordinates of full length. */
  private void ec(String curve, int length, ECPublicKey key) {
    members.put("crv", curve);
    octets("x", unsigned(key.getW().getAffineX(), length));
    octets("y", unsigned(key.getW().getAffineY(), length));
  }

  private void edwards(String curve, int length, PublicKey key) {
    members.put("crv", curve);
    octets("x", last(length, key));
  }

  private void octets(String name, byte[] octets) {
    members.put(name, Base64.getUrlEncoder().withoutPadding().encodeToString(octets));
  }

  static byte[] unsigned(BigInteger number, int length) {
    byte[] signed = number.toByteArray();
    byte[] octets = new byte[length];
    int taken = Math.min(signed.length, length);
    System.arraycopy(signed, signed.length - taken, octets, length - taken, taken);
    return octets;
  }

  /** The raw key at the end of its X.509 encoding (RFC 8410 section 4, RFC 9881 section 4). */
  private static byte[] last(int length, PublicKey key) {
    byte[] x509 = key.getEncoded();
    return Arrays.copyOfRange(x509, x509.length - length, x509.length);
  }
}
