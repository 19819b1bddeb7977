// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.keys.VerifierSet;
import org.jwtvalidation.internal.rules.AccessTokenRules;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.AccessToken;

/**
 * A bounded cache of validated access tokens, found by their exact text. Recency and frequency of
 * use decide which tokens stay; the cache has no thread of its own. Only tokens that passed every
 * step are stored, so strangers cannot fill it.
 */
final class TokenCache {

  /** The bytes of memory that count as one token. */
  private static final int OCTETS_OF_ONE = 16 * 1024;

  /** A validated token and the conditions under which it may be served again. */
  static final class Entry {

    final AccessToken token;
    private final int memory;
    final TrustedIssuer issuer;
    final SignatureVerifier verifier;

    /** Whether not every caller may get the token: see {@link AccessTokenRules#checkSender}. */
    final boolean dependsOnSender;

    final long usableFrom;
    final long usableUntil;

    /**
     * The mark of the verifiers among which the verifier was last found; not they themselves, which
     * would keep all keys of a set that may have been replaced. They are immutable, so whichever
     * value a thread reads is right.
     */
    private @Nullable Object foundIn;

    /**
     * Creates an entry.
     *
     * @param memory the estimated heap size of the claims, and of a header of its own, in bytes
     * @param issuer the issuer whose checks and keys apply
     * @param verifier the instance that verified the signature
     * @param usableFrom in milliseconds since 1970
     * @param usableUntil in milliseconds since 1970
     */
    Entry(
        AccessToken token,
        int memory,
        TrustedIssuer issuer,
        SignatureVerifier verifier,
        long usableFrom,
        long usableUntil) {
      this.token = token;
      this.memory = memory;
      this.issuer = issuer;
      this.verifier = verifier;
      this.dependsOnSender = AccessTokenRules.dependOnSender(token.claims());
      this.usableFrom = usableFrom;
      this.usableUntil = usableUntil;
    }

    /** Whether the key that verified the token is among those in force. */
    @SuppressWarnings("ReferenceEquality") // a set that is replaced never comes back
    private boolean isKeyAmong(VerifierSet inForce) {
      Object mark = inForce.mark();
      if (mark == foundIn) {
        return true;
      }
      if (!inForce.contains(verifier)) {
        return false;
      }
      foundIn = mark;
      return true;
    }
  }

  /**
   * The text of a token. Each request brings it as a new string without a cached hash, and hashing
   * all of it would read every character: only the last few count, which belong to the signature
   * and are as good as random. Equality compares the whole text.
   *
   * <p>An issuer can choose its signatures and so make many tokens of equal hash. The order lets
   * the hash table keep them in a tree, where a lookup takes a few comparisons.
   */
  record Key(String token) implements Comparable<Key> {

    private static final int HASHED_CHARACTERS = 16;

    @Override
    public int hashCode() {
      int hash = 0;
      for (int i = Math.max(0, token.length() - HASHED_CHARACTERS); i < token.length(); i++) {
        hash = 31 * hash + token.charAt(i);
      }
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && token.equals(that.token);
    }

    @Override
    public int compareTo(Key other) {
      return token.compareTo(other.token);
    }

    /** Shows nothing of the token, in case it is logged. */
    @Override
    public String toString() {
      return "Key";
    }
  }

  private final @Nullable Cache<Key, Entry> entries;

  /** Whether a thread is changing the cache. */
  private final AtomicBoolean changing = new AtomicBoolean();

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder puts = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  private volatile boolean closed;

  /** A cache for {@code size} tokens of usual size; 0 caches nothing. */
  TokenCache(int size) {
    this.entries =
        size == 0
            ? null
            : Caffeine.newBuilder()
                .maximumWeight(size)
                .weigher((Key key, Entry entry) -> Math.min(size, weight(key, entry)))
                .evictionListener((key, entry, cause) -> evictions.increment())
                .executor(Runnable::run)
                .build();
  }

  private static int weight(Key key, Entry entry) {
    int octets = key.token.length() + entry.memory;
    return 1 + octets / OCTETS_OF_ONE;
  }

  /**
   * The entry of {@code token}, if it is usable at {@code now}, its issuer is still trusted, and
   * the key that verified it is among those at hand.
   */
  @Nullable Entry find(String token, long now) {
    if (entries == null) {
      return null;
    }
    Entry entry = usable(entries, new Key(token), now);
    (entry == null ? misses : hits).increment();
    return entry;
  }

  private @Nullable Entry usable(Cache<Key, Entry> cache, Key key, long now) {
    Entry entry = cache.getIfPresent(key);
    if (entry == null) {
      return null;
    }
    if (now < entry.usableUntil && entry.issuer.trust().lasts(now)) {
      VerifierSet keys = entry.issuer.keys().atHand();
      if (keys == null) {
        return null;
      }
      if (entry.isKeyAmong(keys)) {
        return now < entry.usableFrom ? null : entry;
      }
    }
    change(stored -> stored.invalidate(key));
    return null;
  }

  CacheStatistics statistics() {
    long found = hits.sum();
    return new CacheStatistics(found + misses.sum(), found, puts.sum(), evictions.sum());
  }

  /** Stores a token, unless another thread is changing the cache: see {@link #change}. */
  void store(String token, Entry entry) {
    change(cache -> {
      cache.put(new Key(token), entry);
      puts.increment();
    });
    if (closed) {
      // The thread that closed the cache may not have seen this entry.
      clear();
    }
  }

  /**
   * Changes the cache, unless another thread is changing it. A thread that finds the cache busy
   * skips its change: each change is followed by maintenance under a lock, and if its owner were
   * preempted there, all others would wait. A token that is not stored is validated once more.
   */
  private void change(Consumer<Cache<Key, Entry>> change) {
    if (entries != null && changing.compareAndSet(false, true)) {
      try {
        change.accept(entries);
      } finally {
        changing.set(false);
      }
    }
  }

  /** The number of tokens after evicting those that are due, unless another thread is at work. */
  long size() {
    change(Cache::cleanUp);
    return currentSize();
  }

  /** The number of tokens, including those due for eviction. */
  long currentSize() {
    return entries == null ? 0 : entries.estimatedSize();
  }

  /** Removes all tokens, and stores none from now on. */
  void close() {
    closed = true;
    clear();
  }

  private void clear() {
    if (entries != null) {
      entries.invalidateAll();
    }
  }
}
