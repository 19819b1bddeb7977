// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.ProofResult;

/**
 * Observes every request, phase by phase. Implementations must be thread-safe, and quick, because
 * they run inside the request.
 *
 * <p>A monitor cannot change the answer. If it throws an exception or an error, that is logged
 * once, and the authenticator does not call the monitor again. A {@link VirtualMachineError} other
 * than a {@link StackOverflowError} passes through.
 */
@FunctionalInterface
public interface HttpMonitor {

  /**
   * Called when the authentication of a request begins.
   *
   * @return the recording of this request, or null if it is not recorded
   */
  @Nullable Recording begin();

  /**
   * The recording of one request, called by one thread at a time: by another one than before only
   * after an asynchronous validation had to wait, or where a framework decides whether the token
   * suffices.
   */
  @FunctionalInterface
  interface Recording {

    /**
     * Called when a phase ends and the next begins. Phases that are skipped are not reported. Does
     * nothing by default.
     *
     * @param phase the phase that has ended
     */
    default void completed(RequestPhase phase) {}

    /**
     * Called once, when the outcome is known: the request ended with the last completed phase.
     * Where a framework decides whether the token suffices, that may be later than the end of that
     * phase.
     *
     * @param report what is known of the request; does not change any more
     */
    void ended(Report report);
  }

  /**
   * What is known of a request that has ended. The library implements this interface, which may get
   * further methods.
   */
  interface Report {

    /**
     * Returns the outcome of the request.
     *
     * @return the outcome; null if the request or the validator threw an exception, or if a
     *     framework could not tell whether the token was sufficient
     */
    @Nullable RequestOutcome outcome();

    /**
     * Returns the result of the proof of possession.
     *
     * @return the result, or null if none was checked, as without a valid token
     */
    @Nullable ProofResult proof();
  }
}
