// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.jwk.SkippedKey;

/** The health of a {@link KeySource} at one moment. Immutable. */
public final class KeySourceHealth {

  private static final int MAX_KEYS_IN_FORCE = 100;

  private final State state;
  private final int keys;
  private final @Nullable Duration age;
  private final @Nullable Duration nextRefresh;
  private final @Nullable String lastError;
  private final long refreshes;
  private final long failedRefreshes;
  private final List<KeyInForce> keysInForce;
  private final List<SkippedKey> skippedKeys;

  /**
   * The health of a source with the keys of a set.
   *
   * @param state whether there are usable keys
   * @param jwkSet the keys in force, which are counted and listed; null if there are none
   * @param age the time since the keys were last fetched or confirmed, or null
   * @param nextRefresh the time until the next refresh is due, or null
   * @param lastError what was wrong with the last refresh, or null
   * @param refreshes the number of refreshes that have ended
   * @param failedRefreshes the number of refreshes that failed
   */
  public KeySourceHealth(
      State state,
      @Nullable JwkSet jwkSet,
      @Nullable Duration age,
      @Nullable Duration nextRefresh,
      @Nullable String lastError,
      long refreshes,
      long failedRefreshes) {
    this.state = state;
    this.keys = jwkSet == null ? 0 : jwkSet.size();
    this.age = age;
    this.nextRefresh = nextRefresh;
    this.lastError = lastError;
    this.refreshes = refreshes;
    this.failedRefreshes = failedRefreshes;
    this.keysInForce = jwkSet == null ? List.of() : KeyInForce.of(jwkSet);
    this.skippedKeys = jwkSet == null ? List.of() : jwkSet.skipped();
  }

  /**
   * The name of a key by which tokens are validated. Immutable.
   *
   * @param keyId the Key ID; null if the key has none
   * @param algorithm the algorithm of its signatures
   */
  public record KeyInForce(@Nullable String keyId, SignatureAlgorithm algorithm) {

    private static List<KeyInForce> of(JwkSet jwkSet) {
      return jwkSet.keys().stream()
          .limit(MAX_KEYS_IN_FORCE)
          .map(key -> new KeyInForce(key.keyId(), key.algorithm()))
          .toList();
    }
  }

  /** Whether there are usable keys. No constants will be added. */
  public enum State {
    /** No refresh has ended yet. */
    UNUSED,
    /** The keys are used, and no older than their refresh interval. */
    CURRENT,
    /** The keys are used, but the last refresh failed, or they are past their refresh interval. */
    STALE,
    /** There are no usable keys. */
    UNAVAILABLE
  }

  /** {@return whether tokens can be validated: the state is {@code CURRENT} or {@code STALE}} */
  public boolean isUsable() {
    return state == State.CURRENT || state == State.STALE;
  }

  /**
   * The health of a source with keys that do not age.
   *
   * @param jwkSet the keys
   * @return a health of state {@code CURRENT} without times
   */
  public static KeySourceHealth constant(JwkSet jwkSet) {
    return new KeySourceHealth(
        State.CURRENT, Objects.requireNonNull(jwkSet, "jwkSet"), null, null, null, 0, 0);
  }

  /**
   * The health of a source without keys.
   *
   * @param error what is wrong, one line without key material
   * @return a health of state {@code UNAVAILABLE} without times
   */
  public static KeySourceHealth unavailable(String error) {
    return new KeySourceHealth(State.UNAVAILABLE, null, null, null, error, 0, 0);
  }

  /** {@return whether there are usable keys} */
  public State state() {
    return state;
  }

  /** {@return the number of keys in force; 0 if there are none} */
  public int keys() {
    return keys;
  }

  /**
   * {@return the time since the keys were last fetched or confirmed; null if there are none, or if
   * they do not age}
   */
  public @Nullable Duration age() {
    return age;
  }

  /**
   * {@return the time until the next refresh is due, which the next token after that starts; zero
   * if it is overdue or under way, null if there will be none}
   */
  public @Nullable Duration nextRefresh() {
    return nextRefresh;
  }

  /**
   * {@return what was wrong with the last refresh, one line without key material; null if it
   * succeeded}
   */
  public @Nullable String lastError() {
    return lastError;
  }

  /** {@return the number of refreshes that have ended} */
  public long refreshes() {
    return refreshes;
  }

  /** {@return the number of refreshes that failed} */
  public long failedRefreshes() {
    return failedRefreshes;
  }

  /** {@return the first 100 keys in force, one entry for each algorithm of a key; unmodifiable} */
  public List<KeyInForce> keysInForce() {
    return keysInForce;
  }

  /** {@return {@link JwkSet#skipped()} of the keys in force; unmodifiable} */
  public List<SkippedKey> skippedKeys() {
    return skippedKeys;
  }

  /** {@return the values, each with its name} */
  @Override
  public String toString() {
    return "KeySourceHealth[state="
        + state
        + ", keys="
        + keys
        + ", age="
        + age
        + ", nextRefresh="
        + nextRefresh
        + ", lastError="
        + lastError
        + ", refreshes="
        + refreshes
        + ", failedRefreshes="
        + failedRefreshes
        + ", keysInForce="
        + keysInForce
        + ", skippedKeys="
        + skippedKeys
        + "]";
  }
}
