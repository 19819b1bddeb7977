package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of one look for newer keys. Immutable and thread-safe.
 *
 * @param cause why it was time to look
 * @param outcome what came of it
 * @param keys how many keys are in force since, those in their grace included
 * @param duration how long the look took
 * @param error what was wrong, a line without key material; null where nothing was
 */
public record KeyRefreshReport(
    Cause cause, Outcome outcome, int keys, Duration duration, @Nullable String error) {

  /** Why newer keys are looked for. */
  public enum Cause {
    /** There were none yet, or they had expired. */
    NO_KEYS,
    /** Those there were had come of age. */
    AGE,
    /** A token names a key that is not among them. */
    UNKNOWN_KEY,
    /** The last look failed. */
    RETRY
  }

  /** What comes of a look for keys. */
  public enum Outcome {
    /** Keys came, be they the same as before. */
    RENEWED,
    /** Word came that nothing has changed. */
    CONFIRMED,
    /** Neither came; the keys that there were stay in force until their hard expiry. */
    FAILED
  }

  /**
   * Checks the parts.
   *
   * @param cause why it was time to look
   * @param outcome what came of it
   * @param keys how many keys are in force since, those in their grace included
   * @param duration how long the look took
   * @param error what was wrong, a line without key material; null where nothing was
   * @throws NullPointerException if one of them but the error is null
   */
  public KeyRefreshReport {
    Objects.requireNonNull(cause, "cause");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(duration, "duration");
  }
}
