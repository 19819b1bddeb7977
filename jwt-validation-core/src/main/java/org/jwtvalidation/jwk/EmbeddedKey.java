// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.arithmetic.HashFunction;

/**
 * The public key in the header of a JWS (RFC 7515 section 4.1.3). Its sender has chosen it: a
 * signature by this key proves that the sender possesses it, and nothing about who the sender is.
 * Immutable and thread-safe.
 */
public final class EmbeddedKey {

  /** The members of a thumbprint that are names, which {@link JwkRules} has compared exactly. */
  private static final Set<String> NAMES = Set.of("alg", "crv", "kty");

  private static final HashFunction SHA_256 = new HashFunction("SHA-256");

  private final Jwk jwk;
  private final SignatureAlgorithm algorithm;
  private final String thumbprint;

  private EmbeddedKey(Jwk jwk, SignatureAlgorithm algorithm, String thumbprint) {
    this.jwk = jwk;
    this.algorithm = algorithm;
    this.thumbprint = thumbprint;
  }

  /**
   * Reads a JWK without checking the key itself, which {@link #verificationKey} does.
   *
   * @param jwk the members of the JWK, as parsed from JSON
   * @param algorithms the algorithms that the signature may have
   * @return the key, or null if it has private members, is not for signatures by its {@code use},
   *     {@code key_ops}, {@code alg}, {@code kty} or {@code crv}, fits none of the algorithms, or
   *     has members that are not canonical base64url
   */
  public static @Nullable EmbeddedKey of(
      Map<String, @Nullable Object> jwk, Set<SignatureAlgorithm> algorithms) {
    Jwk members = new Jwk(jwk);
    if (members.hasPrivateMembers()) {
      return null;
    }
    try {
      for (SignatureAlgorithm algorithm : JwkRules.algorithms(members)) {
        if (algorithms.contains(algorithm)) {
          return new EmbeddedKey(members, algorithm, thumbprint(members, algorithm.family()));
        }
      }
      return null;
    } catch (UnusableKeyException e) {
      return null;
    }
  }

  /** RFC 7638 section 3, whose JSON needs no escapes because no value has a special character. */
  private static String thumbprint(Jwk jwk, KeyFamily family) throws UnusableKeyException {
    StringBuilder json = new StringBuilder(512);
    for (String name : family.thumbprintMembers()) {
      if (!NAMES.contains(name)) {
        var unused = jwk.octets(name);
      }
      json.append(json.isEmpty() ? "{\"" : ",\"").append(name).append("\":\"");
      json.append(jwk.string(name)).append('"');
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(SHA_256.begin().digest(json.append('}').toString().getBytes(UTF_8)));
  }

  /** {@return the algorithm that the key verifies} */
  public SignatureAlgorithm algorithm() {
    return algorithm;
  }

  /** {@return the JWK SHA-256 Thumbprint (RFC 7638) of the key, in base64url} */
  public String thumbprint() {
    return thumbprint;
  }

  /**
   * Checks the key as a key of a {@link JwkSet}.
   *
   * @return the key without a Key ID, or null if it is not safe to use
   */
  public @Nullable VerificationKey verificationKey() {
    try {
      return new VerificationKey(null, algorithm, algorithm.family().parse(jwk), null);
    } catch (UnusableKeyException e) {
      return null;
    }
  }

  /** Names algorithm and thumbprint. */
  @Override
  public String toString() {
    return "EmbeddedKey[" + algorithm.joseName() + ", " + thumbprint + "]";
  }
}
