// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The result of one refresh. Immutable and thread-safe. */
public final class KeyRefreshReport {

  private final Cause cause;
  private final Outcome outcome;
  private final int keys;
  private final Duration duration;
  private final @Nullable String error;

  /** Why keys are refreshed. A later version may add constants. */
  public enum Cause {
    /** There were none yet, or they were past their hard expiry. */
    NO_KEYS,
    /** They had reached the age at which they are replaced. */
    AGE,
    /** A token needs a key that is not among them. */
    UNKNOWN_KEY,
    /** The last refresh failed. */
    RETRY
  }

  /** The result of a refresh. No constants will be added. */
  public enum Outcome {
    /** Keys were fetched, which may be the same as before. */
    RENEWED,
    /** The server or file confirmed that nothing has changed. */
    CONFIRMED,
    /** Neither; the last good keys stay in force, until their hard expiry if they have one. */
    FAILED
  }

  /**
   * Checks for null.
   *
   * @param cause why keys were refreshed
   * @param outcome the result
   * @param keys the number of keys in force afterwards
   * @param duration the time it took
   * @param error what was wrong, one line without key material; null unless the refresh failed
   * @throws NullPointerException if a component other than the error is null
   */
  public KeyRefreshReport(
      Cause cause, Outcome outcome, int keys, Duration duration, @Nullable String error) {
    Objects.requireNonNull(cause, "cause");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(duration, "duration");
    this.cause = cause;
    this.outcome = outcome;
    this.keys = keys;
    this.duration = duration;
    this.error = error;
  }

  /** {@return why keys were refreshed} */
  public Cause cause() {
    return cause;
  }

  /** {@return the result} */
  public Outcome outcome() {
    return outcome;
  }

  /** {@return the number of keys in force afterwards} */
  public int keys() {
    return keys;
  }

  /** {@return the time it took} */
  public Duration duration() {
    return duration;
  }

  /** {@return what was wrong, one line without key material; null unless the refresh failed} */
  public @Nullable String error() {
    return error;
  }

  /** {@return the values, each with its name} */
  @Override
  public String toString() {
    return "KeyRefreshReport[cause="
        + cause
        + ", outcome="
        + outcome
        + ", keys="
        + keys
        + ", duration="
        + duration
        + ", error="
        + error
        + "]";
  }
}
