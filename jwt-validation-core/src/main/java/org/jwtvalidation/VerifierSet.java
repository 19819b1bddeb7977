package org.jwtvalidation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.jwk.VerificationKey;

/** The verifiers of a JWK Set's keys. Immutable. */
final class VerifierSet {

  private final JwkSet jwkSet;
  private final List<SignatureVerifier> verifiers;
  private final Map<String, SignatureVerifier[]> byKeyId = new HashMap<>();

  private VerifierSet(JwkSet jwkSet, List<SignatureVerifier> verifiers) {
    this.jwkSet = jwkSet;
    this.verifiers = List.copyOf(verifiers);
    for (SignatureVerifier verifier : verifiers) {
      String keyId = verifier.key().keyId();
      if (keyId != null) {
        SignatureVerifier[] one = {verifier};
        byKeyId.merge(keyId, one, VerifierSet::concatenate);
      }
    }
  }

  private static SignatureVerifier[] concatenate(
      SignatureVerifier[] some, SignatureVerifier[] more) {
    return Stream.of(some, more).flatMap(Arrays::stream).toArray(SignatureVerifier[]::new);
  }

  /**
   * Returns the verifiers of a set. A key that was also in the earlier set keeps its verifier, so
   * that it keeps its table and cached tokens stay valid.
   *
   * @param earlier the verifiers of the set that this one replaces, or null
   * @param refused called with the reason for each key that gets no verifier, since the policy
   *     refuses it
   */
  static VerifierSet of(
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

  /** The set as its source returned it. */
  JwkSet jwkSet() {
    return jwkSet;
  }

  /** The verifier of the key with this Key ID and one of the algorithms, or null. */
  @Nullable SignatureVerifier named(String keyId, Set<SignatureAlgorithm> algorithms) {
    SignatureVerifier[] named = byKeyId.get(keyId);
    if (named != null) {
      for (SignatureVerifier verifier : named) {
        if (algorithms.contains(verifier.key().algorithm())) {
          return verifier;
        }
      }
    }
    return null;
  }

  /** The verifiers of all keys for one of the algorithms, with or without a Key ID. */
  List<SignatureVerifier> of(Set<SignatureAlgorithm> algorithms) {
    return verifiers.stream()
        .filter(verifier -> algorithms.contains(verifier.key().algorithm()))
        .toList();
  }

  /** The verifiers of all keys. */
  List<SignatureVerifier> all() {
    return verifiers;
  }

  /** Whether this instance is in the set. */
  boolean contains(SignatureVerifier verifier) {
    return verifiers.contains(verifier);
  }

  KeyTables tables() {
    return KeyTables.of(verifiers);
  }
}
