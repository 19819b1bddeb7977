package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The health of a {@link KeySource} at one moment. Immutable.
 *
 * @param state whether there are usable keys
 * @param keys the number of keys in force, including those in their grace; 0 if there are none
 * @param age the time since the keys were last fetched or confirmed; null if there are none, or if
 *     they do not age
 * @param nextRefresh the time until the next refresh is due, which the next token after that
 *     starts; zero if it is overdue or under way, null if there will be none
 * @param lastError what was wrong with the last refresh, one line without key material; null if it
 *     succeeded
 * @param refreshes the number of refreshes that have ended
 * @param failedRefreshes the number of refreshes that failed
 */
public record KeySourceHealth(
    State state,
    int keys,
    @Nullable Duration age,
    @Nullable Duration nextRefresh,
    @Nullable String lastError,
    long refreshes,
    long failedRefreshes) {

  /** Whether there are usable keys. */
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
   * @param keys the number of keys
   * @return a health of state {@code CURRENT} without times
   */
  public static KeySourceHealth constant(int keys) {
    return new KeySourceHealth(State.CURRENT, keys, null, null, null, 0, 0);
  }

  /**
   * The health of a source without keys.
   *
   * @param error what is wrong, one line without key material
   * @return a health of state {@code UNAVAILABLE} without times
   */
  public static KeySourceHealth unavailable(String error) {
    return new KeySourceHealth(State.UNAVAILABLE, 0, null, null, error, 0, 0);
  }
}
