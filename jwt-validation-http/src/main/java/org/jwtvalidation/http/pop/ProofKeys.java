// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.EmbeddedKey;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * The keys of the clients that have proved possession recently. A client proves every request by
 * the same key, which therefore need not be parsed and checked again, and gets a table. Bounded by
 * recency and frequency of use; thread-safe.
 */
final class ProofKeys {

  /** A thumbprint stands for its key, since nobody can find two keys with the same one. */
  private record Name(String thumbprint, SignatureAlgorithm algorithm) {

    static Name of(EmbeddedKey key) {
      return new Name(key.thumbprint(), key.algorithm());
    }
  }

  private final Cache<Name, SignatureVerifier> verifiers;

  /** Keys of at most {@code size} clients. */
  ProofKeys(int size) {
    this.verifiers =
        Caffeine.newBuilder()
            // By weight as in the token cache, so that a native image needs one class for both.
            .maximumWeight(size)
            .weigher((Name name, SignatureVerifier verifier) -> 1)
            .executor(Runnable::run)
            .build();
  }

  @Nullable SignatureVerifier find(EmbeddedKey key) {
    return verifiers.getIfPresent(Name.of(key));
  }

  /** Keeps a key that has verified a signature, unless another thread was first. */
  void add(EmbeddedKey key, SignatureVerifier verifier) {
    var unused = verifiers.asMap().putIfAbsent(Name.of(key), verifier);
  }

  /** The number of keys after evicting those that are due. */
  long size() {
    verifiers.cleanUp();
    return verifiers.estimatedSize();
  }

  KeyTables tables() {
    return KeyTables.of(verifiers.asMap().values());
  }
}
