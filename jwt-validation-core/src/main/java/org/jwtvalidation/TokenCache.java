package org.jwtvalidation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureVerifier;

/**
 * Access tokens that were validated before, found by their exact text. Bounded by recency and
 * frequency of use; it has no thread of its own. Nothing is ever stored but what has passed every
 * step, so that strangers can neither fill it nor make its keys collide.
 */
final class TokenCache {

  /**
   * A validated token and what must still hold for it to be served again.
   *
   * @param issuer whose checks and keys decide
   * @param verifier the instance that verified the signature
   * @param usableFrom in milliseconds since 1970
   * @param usableUntil in milliseconds since 1970
   */
  record Entry(
      AccessToken token,
      TrustedIssuer issuer,
      SignatureVerifier verifier,
      long usableFrom,
      long usableUntil) {}

  /**
   * The text of a token. A request brings it as a fresh string whose hash is not known yet, and
   * computing that reads every character; the last few are the signature's and as good as random.
   * Equality compares all.
   */
  record Key(String token) {

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

    /** Nothing of the token, whoever logs it. */
    @Override
    public String toString() {
      return "Key";
    }
  }

  private final @Nullable Cache<Key, Entry> entries;

  /** Whether a thread is changing the cache. */
  private final AtomicBoolean changing = new AtomicBoolean();

  private volatile boolean closed;

  /** A cache of at most {@code size} tokens, none for 0. */
  TokenCache(int size) {
    this.entries =
        size == 0 ? null : Caffeine.newBuilder().maximumSize(size).executor(Runnable::run).build();
  }

  /**
   * The entry of {@code token}, if it may be used at {@code now} and its issuer still holds the key
   * that verified it.
   */
  @Nullable Entry find(String token, long now) {
    if (entries == null) {
      return null;
    }
    Key key = new Key(token);
    Entry entry = entries.getIfPresent(key);
    if (entry == null) {
      return null;
    }
    if (now >= entry.usableUntil || !entry.issuer.keys().contains(entry.verifier)) {
      change(cache -> cache.invalidate(key));
      return null;
    }
    return now < entry.usableFrom ? null : entry;
  }

  /** Puts a token in, as a rule: see {@link #change}. */
  void store(String token, Entry entry) {
    change(cache -> cache.put(new Key(token), entry));
    if (closed) {
      // Whoever closes it may not have seen this entry.
      clear();
    }
  }

  /**
   * Changes the cache, unless another thread is at it. Whoever changes it tidies up under a lock,
   * and one that loses its processor there would have all others wait for it; a token that is not
   * stored is validated once more instead.
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

  /**
   * How many tokens it holds once whatever is due has been evicted, unless another thread is at it.
   */
  long size() {
    change(Cache::cleanUp);
    return currentSize();
  }

  /** How many tokens it holds, with those that are due to be evicted. */
  long currentSize() {
    return entries == null ? 0 : entries.estimatedSize();
  }

  /** Forgets all tokens, and holds none any more. */
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
