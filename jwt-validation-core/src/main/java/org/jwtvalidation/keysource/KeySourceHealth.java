package org.jwtvalidation.keysource;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link KeySource} is doing at one moment. Immutable.
 *
 * @param state whether there are keys to decide with
 * @param keys how many keys are in force, those in their grace included; 0 where none are
 * @param age how long ago the keys were last fetched or confirmed; null where there are none, and
 *     where they do not age
 * @param nextRefresh how long until newer keys are due to be looked for, which the next token after
 *     that sets off; zero where that is under way or overdue, null where it never will be
 * @param lastError what was wrong with the last look for keys, a line without key material; null
 *     where nothing was
 * @param refreshes how often newer keys have been looked for
 * @param failedRefreshes how many of these looks failed
 */
public record KeySourceHealth(
    State state,
    int keys,
    @Nullable Duration age,
    @Nullable Duration nextRefresh,
    @Nullable String lastError,
    long refreshes,
    long failedRefreshes) {

  /** Whether there are keys to decide with. */
  public enum State {
    /** Nothing was fetched yet, and nothing has failed. */
    UNUSED,
    /** The keys are as new as they are meant to be. */
    CURRENT,
    /** The keys are used, but the last look for newer ones failed, or none was needed for long. */
    STALE,
    /** There are no keys to decide with. */
    UNAVAILABLE
  }

  /** {@return whether tokens can be decided: the state is {@code CURRENT} or {@code STALE}} */
  public boolean isUsable() {
    return state == State.CURRENT || state == State.STALE;
  }

  /**
   * The health of a source whose keys are simply there.
   *
   * @param keys how many
   * @return a health of state {@code CURRENT} without times
   */
  public static KeySourceHealth constant(int keys) {
    return new KeySourceHealth(State.CURRENT, keys, null, null, null, 0, 0);
  }

  /**
   * The health of a source without keys.
   *
   * @param error what is wrong, a line without key material
   * @return a health of state {@code UNAVAILABLE} without times
   */
  public static KeySourceHealth unavailable(String error) {
    return new KeySourceHealth(State.UNAVAILABLE, 0, null, null, error, 0, 0);
  }
}
