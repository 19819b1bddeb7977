// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides by the members of a JWK which signatures it may verify (RFC 7517 section 4). */
final class JwkRules {

  private static final String SYMMETRIC = "oct";

  private static final Set<String> KEY_TYPES =
      Stream.concat(
              Stream.of(SYMMETRIC),
              Stream.of(SignatureAlgorithm.values()).map(algorithm -> algorithm.family().keyType()))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> OPERATIONS_FOR_ENCRYPTION =
      Set.of("encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits");

  /** Longer than any issuer that a token can name, and kept with each token that is cached. */
  private static final int MAX_ISSUER_LENGTH = 1024;

  private JwkRules() {}

  /**
   * Why a JWK is ignored although nothing is wrong with it: it is not for signatures, or of an
   * unknown type (RFC 7517 section 5). Null if it may be a key for signatures.
   */
  static @Nullable String otherPurpose(Jwk jwk) throws UnusableKeyException {
    String use = jwk.string("use");
    if ("enc".equals(use)) {
      return "for encryption, by its \"use\"";
    }
    List<String> operations = jwk.strings("key_ops");
    if (use == null
        && operations != null
        && !operations.contains("verify")
        && !Collections.disjoint(operations, OPERATIONS_FOR_ENCRYPTION)) {
      return "for encryption, by its \"key_ops\"";
    }
    return KEY_TYPES.contains(keyType(jwk)) ? null : "of a \"kty\" that is not supported";
  }

  /**
   * The keys that a JWK stands for, one for each algorithm that it may verify; never empty.
   *
   * @throws UnusableKeyException if it must not verify anything
   */
  static List<VerificationKey> keys(Jwk jwk, @Nullable String keyId) throws UnusableKeyException {
    List<SignatureAlgorithm> fitting = algorithms(jwk);
    PublicKey publicKey = fitting.get(0).family().parse(jwk);
    // Not a registered member: whatever its type, it is a name that an issuer has or has not.
    Object named = jwk.members().get("issuer");
    String issuer = named == null ? null : named.toString();
    if (issuer != null && issuer.length() > MAX_ISSUER_LENGTH) {
      throw new UnusableKeyException(
          "\"issuer\" has more than " + MAX_ISSUER_LENGTH + " characters");
    }
    List<VerificationKey> keys = new ArrayList<>();
    for (SignatureAlgorithm algorithm : fitting) {
      // An algorithm that is missing here, as RSASSA-PSS may be, costs the key that one alone.
      if (algorithm.isAvailable()) {
        keys.add(new VerificationKey(keyId, algorithm, publicKey, issuer));
      }
    }
    if (keys.isEmpty()) {
      throw new UnusableKeyException("no provider has " + fitting.get(0).joseName());
    }
    return keys;
  }

  /**
   * The algorithms that a JWK may verify by its members other than the key itself; never empty.
   *
   * @throws UnusableKeyException if there are none
   */
  static List<SignatureAlgorithm> algorithms(Jwk jwk) throws UnusableKeyException {
    checkUse(jwk);
    return fittingAlgorithms(jwk);
  }

  private static String keyType(Jwk jwk) throws UnusableKeyException {
    String keyType = jwk.string("kty");
    if (keyType == null) {
      throw new UnusableKeyException("\"kty\" is missing");
    }
    return keyType;
  }

  /** RFC 7517 sections 4.2 and 4.3. */
  private static void checkUse(Jwk jwk) throws UnusableKeyException {
    String use = jwk.string("use");
    if (use != null && !use.equals("sig")) {
      throw new UnusableKeyException("\"use\" is not \"sig\"");
    }
    List<String> operations = jwk.strings("key_ops");
    if (operations == null) {
      return;
    }
    if (!operations.contains("verify") || new HashSet<>(operations).size() != operations.size()) {
      throw new UnusableKeyException(
          "\"key_ops\" does not have \"verify\", or names an operation twice");
    }
    if (!Collections.disjoint(operations, OPERATIONS_FOR_ENCRYPTION)) {
      throw new UnusableKeyException("\"key_ops\" names operations for encryption, too");
    }
  }

  /** All algorithms of the key's type and curve, or the one that {@code alg} names; never empty. */
  private static List<SignatureAlgorithm> fittingAlgorithms(Jwk jwk) throws UnusableKeyException {
    String alg = jwk.string("alg");
    String keyType = keyType(jwk);
    if (keyType.equals(SYMMETRIC)) {
      throw new UnusableKeyException("a symmetric key, which has no place in a public set");
    }
    String curve = keyType.equals("EC") || keyType.equals("OKP") ? jwk.string("crv") : null;
    Set<SignatureAlgorithm> named =
        alg == null ? Set.of(SignatureAlgorithm.values()) : SignatureAlgorithm.possible(alg);
    List<SignatureAlgorithm> fitting = new ArrayList<>();
    for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
      if (named.contains(algorithm) && isOf(algorithm.family(), keyType, curve, alg)) {
        fitting.add(algorithm);
      }
    }
    if (fitting.isEmpty()) {
      throw new UnusableKeyException(
          "\"kty\", \"crv\" and \"alg\" fit no supported signature algorithm");
    }
    return fitting;
  }

  private static boolean isOf(
      KeyFamily family, String keyType, @Nullable String curve, @Nullable String alg) {
    if (!family.keyType().equals(keyType)) {
      return false;
    }
    if (family instanceof EcCurve ec) {
      return ec.crv().equals(curve);
    }
    if (family instanceof EdwardsCurve edwards) {
      return edwards.crv().equals(curve);
    }
    // RFC 9964 section 3: the algorithm of an AKP key is never guessed.
    return family instanceof RsaFamily || alg != null;
  }
}
