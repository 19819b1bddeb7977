// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/**
 * The keys of an issuer: those that it publishes, and the one of each algorithm that signs.
 * Thread-safe.
 *
 * <p>The first key is created when it is first needed, because an RSA key takes long, and because
 * an issuer of a test that brings its own keys must not publish another.
 */
final class KeyRing {

  /** More keys than this in one set are refused as a whole by the library. */
  private static final int MAX_KEYS = 100;

  private final SignatureAlgorithm usual;
  private final ReentrantLock changing = new ReentrantLock();
  private final Map<SignatureAlgorithm, TestKey> current = new EnumMap<>(SignatureAlgorithm.class);
  // Also those whose current key was withdrawn. Guarded by changing, as are current and keysMade.
  private final Set<SignatureAlgorithm> signing;
  private int keysMade;

  /** Null until a key was published. */
  private volatile @Nullable List<TestKey> published;

  private volatile @Nullable Snapshot snapshot;

  /** The parsed key set of {@code keys}. */
  private record Snapshot(List<TestKey> keys, JwkSet jwkSet) {}

  /** Creates a ring whose first key is of the algorithm {@code usual}. */
  KeyRing(SignatureAlgorithm usual) {
    this.usual = usual;
    this.signing = EnumSet.of(usual);
  }

  /** The published keys, in the order of their publication. */
  List<TestKey> published() {
    List<TestKey> seen = published;
    return seen == null ? begun() : seen;
  }

  private List<TestKey> begun() {
    changing.lock();
    try {
      if (published == null) {
        next(usual);
      }
      return Objects.requireNonNull(published);
    } finally {
      changing.unlock();
    }
  }

  /** The published JWK Set document. */
  String json() {
    return json(published());
  }

  private static String json(List<TestKey> keys) {
    return keys.stream().map(TestKey::jwk).collect(Collectors.joining(",", "{\"keys\":[", "]}"));
  }

  /** The published keys, as the same instance until they change. */
  JwkSet jwkSet() {
    List<TestKey> keys = published();
    Snapshot seen = snapshot;
    return seen != null && seen.keys == keys ? seen.jwkSet : newSnapshot().jwkSet;
  }

  private Snapshot newSnapshot() {
    changing.lock();
    try {
      List<TestKey> keys = published();
      Snapshot previous = snapshot;
      if (previous != null && previous.keys == keys) {
        return previous;
      }
      Snapshot next = new Snapshot(keys, JwkSet.parse(json(keys)));
      snapshot = next;
      return next;
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("no usable key is published: " + e.getMessage(), e);
    } finally {
      changing.unlock();
    }
  }

  /** The current key of an algorithm, which is created and published if there is none. */
  TestKey key(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      TestKey key = current.get(algorithm);
      return key == null ? next(algorithm) : key;
    } finally {
      changing.unlock();
    }
  }

  TestKey rotate(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      if (!signing.contains(algorithm)) {
        throw new IllegalArgumentException(
            "algorithm: this issuer signs no token by "
                + algorithm.joseName()
                + ", only by "
                + signing.stream()
                    .map(SignatureAlgorithm::joseName)
                    .collect(Collectors.joining(", "))
                + "; rotate a key of those, or first create one by key("
                + algorithm
                + ")");
      }
      // The key that is rotated was there from the start, even if no one has read it yet.
      List<TestKey> before = published();
      if (before.size() >= MAX_KEYS) {
        throw new IllegalStateException(
            before.size() + " keys are published, and no validator reads more; withdraw one");
      }
      return next(algorithm);
    } finally {
      changing.unlock();
    }
  }

  private TestKey next(SignatureAlgorithm algorithm) {
    TestKey key = unpublished(algorithm);
    publish(key);
    current.put(algorithm, key);
    signing.add(algorithm);
    return key;
  }

  /** Creates a key with a unique Key ID. */
  TestKey unpublished(SignatureAlgorithm algorithm) {
    changing.lock();
    try {
      keysMade++;
      return TestKey.generate(algorithm, algorithm.joseName() + "-" + keysMade);
    } finally {
      changing.unlock();
    }
  }

  void publish(TestKey key) {
    changing.lock();
    try {
      List<TestKey> before = published;
      List<TestKey> more = before == null ? new ArrayList<>() : new ArrayList<>(before);
      if (more.contains(key)) {
        throw new IllegalArgumentException("key: " + key + " is already published; omit the call");
      }
      more.add(key);
      published = List.copyOf(more);
    } finally {
      changing.unlock();
    }
  }

  void withdraw(TestKey key) {
    changing.lock();
    try {
      List<TestKey> fewer = new ArrayList<>(published());
      if (!fewer.remove(key)) {
        throw new IllegalArgumentException(
            "key: " + key + " is not published; choose a published key");
      }
      published = List.copyOf(fewer);
      current.remove(key.algorithm(), key);
    } finally {
      changing.unlock();
    }
  }
}
