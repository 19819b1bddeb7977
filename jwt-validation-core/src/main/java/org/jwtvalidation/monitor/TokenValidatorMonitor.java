// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * Observes every validation, step by step. Implementations must be thread-safe, and quick, because
 * they run inside the validation.
 *
 * <p>A monitor cannot change the outcome of a validation. If it throws an exception or an error,
 * that is logged once, and the validator does not call the monitor again. A {@link
 * VirtualMachineError} other than a {@link StackOverflowError} passes through.
 */
@FunctionalInterface
public interface TokenValidatorMonitor {

  /**
   * Called when a validation begins.
   *
   * @param type the kind of token that the caller expects
   * @return the recording of this validation, or null if it is not recorded
   */
  @Nullable Recording begin(TokenType type);

  /**
   * Called after a refresh of an issuer's keys, not as part of a recording. A key source may omit
   * those that succeed and find nothing new. Does nothing by default.
   *
   * @param issuer the issuer, as configured
   * @param report why the keys were refreshed, and with which result
   */
  default void refreshedKeys(String issuer, KeyRefreshReport report) {}

  /**
   * Called when a validator was built with this monitor, before its first validation. Does nothing
   * by default.
   *
   * @param validator the validator, whose state the monitor may read from now on; a monitor that
   *     keeps it longer than the application does should use a weak reference
   */
  default void built(WatchedValidator validator) {}

  /**
   * The recording of one validation, called by one thread at a time: by another one than before
   * only after an asynchronous validation had to wait.
   */
  @FunctionalInterface
  interface Recording {

    /**
     * Called when a step is complete and the next begins. Steps that are skipped, such as those
     * after a cache hit, are not reported, nor is the one in which a token is rejected or
     * undecided: that is the {@linkplain Report#step step} of the report. Does nothing by default.
     *
     * @param step the step that is complete
     */
    default void completed(ValidationStep step) {}

    /**
     * Called once, when the validation has ended. The validation of an accepted token ends with its
     * last completed step, any other one with this call.
     *
     * @param report what is known of the validation; does not change any more
     */
    void ended(Report report);
  }

  /**
   * What is known of a validation that has ended. The library implements this interface, which may
   * get further methods.
   */
  interface Report {

    /** {@return how the validation has ended} */
    Outcome outcome();

    /**
     * Returns the step in which the validation has ended.
     *
     * @return the last step of an accepted token; that of the {@link #rejection} of a rejected one;
     *     otherwise the step after the last completed one: {@link ValidationStep#KEY_RESOLUTION} as
     *     a rule, or {@link ValidationStep#ISSUER_CONFIG_RESOLUTION} if an {@code IssuerResolver}
     *     failed
     */
    ValidationStep step();

    /** {@return why the token was rejected, or null if it was not} */
    @Nullable Rejection rejection();

    /** {@return the length of the token in characters; 0 if it was null} */
    int tokenLength();

    /** {@return whether the token was found in the cache} */
    boolean isCacheHit();

    /**
     * Returns the issuer of the token. Anyone may have made a token that was not accepted.
     *
     * @return the issuer, as configured, or null if the token names no trusted one
     */
    @Nullable String issuer();

    /** {@return the key that verifies the token's signature, or null if none was found} */
    @Nullable VerificationKey key();
  }

  /** How a validation has ended. No constants will be added. */
  enum Outcome {
    /** The token is valid. */
    ACCEPTED,
    /** The token is invalid. */
    REJECTED,
    /** It cannot be decided, usually because keys are unavailable. */
    UNDECIDED,
    /** Without an answer: by an {@link Error}, or because the validator's clock threw. */
    ABANDONED
  }
}
