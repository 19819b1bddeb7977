// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.keys;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;

/** The verifiers of a JWK Set's keys. Immutable. */
public final class VerifierSet {

  private final Object mark = new Object();
  private final JwkSet jwkSet;
  private final List<SignatureVerifier> verifiers;
  private final Map<String, List<SignatureVerifier>> byKeyId = new HashMap<>();

  private VerifierSet(JwkSet jwkSet, List<SignatureVerifier> verifiers) {
    this.jwkSet = jwkSet;
    this.verifiers = List.copyOf(verifiers);
    for (SignatureVerifier verifier : verifiers) {
      String keyId = verifier.key().keyId();
      if (keyId != null) {
        byKeyId.merge(keyId, List.of(verifier), VerifierSet::concatenate);
      }
    }
  }

  private static List<SignatureVerifier> concatenate(
      List<SignatureVerifier> some, List<SignatureVerifier> more) {
    return Stream.of(some, more).flatMap(List::stream).toList();
  }

  /**
   * Returns the verifiers of a set. A key that was also in the earlier set keeps its verifier, so
   * that it keeps its table and cached tokens stay valid.
   *
   * @param earlier the verifiers of the set that this one replaces, or null
   * @param refused called with the reason for each key that gets no verifier, since the policy
   *     refuses it
   */
  public static VerifierSet of(
      JwkSet jwkSet,
      SignaturePolicy policy,
      @Nullable VerifierSet earlier,
      Consumer<IllegalArgumentException> refused) {
    Map<VerificationKey, SignatureVerifier> known = new HashMap<>();
    if (earlier != null) {
      earlier.verifiers.forEach(verifier -> known.put(verifier.key(), verifier));
    }
    List<SignatureVerifier> verifiers = new ArrayList<>(jwkSet.keys().size());
    for (VerificationKey key : jwkSet.keys()) {
      SignatureVerifier verifier = known.get(key);
      try {
        verifiers.add(verifier == null ? policy.verifier(key) : verifier);
      } catch (IllegalArgumentException e) {
        refused.accept(e);
      }
    }
    return new VerifierSet(jwkSet, verifiers);
  }

  /** What stands for this instance where nothing may keep its keys. */
  public Object mark() {
    return mark;
  }

  /** The set as its source returned it. */
  JwkSet jwkSet() {
    return jwkSet;
  }

  /**
   * The verifiers of the keys that fit: one, unless no key fits, or several do and there is no Key
   * ID, or one key has several entries, each for another issuer.
   *
   * @param keyId the Key ID that the key must have, or null if it may have any, or none
   * @param algorithms the algorithms of which the key must have one
   */
  public List<SignatureVerifier> fitting(
      @Nullable String keyId, Set<SignatureAlgorithm> algorithms) {
    if (keyId == null) {
      return of(verifiers, algorithms);
    }
    List<SignatureVerifier> named = byKeyId.getOrDefault(keyId, List.of());
    return named.size() == 1 && algorithms.contains(named.get(0).key().algorithm())
        ? named
        : of(named, algorithms);
  }

  private static List<SignatureVerifier> of(
      List<SignatureVerifier> verifiers, Set<SignatureAlgorithm> algorithms) {
    return verifiers.stream()
        .filter(verifier -> algorithms.contains(verifier.key().algorithm()))
        .toList();
  }

  /** The verifiers of all keys. */
  List<SignatureVerifier> all() {
    return verifiers;
  }

  /** Whether this instance is in the set. */
  public boolean contains(SignatureVerifier verifier) {
    return verifiers.contains(verifier);
  }

  public KeyTables tables() {
    return KeyTables.of(verifiers);
  }
}
