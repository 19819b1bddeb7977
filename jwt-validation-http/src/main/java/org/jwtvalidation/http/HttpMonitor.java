package org.jwtvalidation.http;

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
   * @return the recording of this request
   */
  Recording begin();

  /**
   * Returns a monitor that passes every call to several monitors, in their order. One that throws
   * is silenced alone.
   *
   * @param monitors the monitors; those of {@link #none} cost nothing
   * @return the combined monitor
   */
  static HttpMonitor all(HttpMonitor... monitors) {
    return AllHttpMonitors.of(monitors);
  }

  /** {@return a monitor that does nothing and costs nothing} */
  static HttpMonitor none() {
    return NoHttpMonitor.INSTANCE;
  }

  /**
   * The recording of one request, called by one thread at a time: by another one than before only
   * after an asynchronous validation had to wait, or where a framework decides whether the token
   * suffices. It ends with one call of {@link #ended} or {@link #abandoned}.
   */
  interface Recording {

    /**
     * Called when a phase ends and the next begins. Phases that are skipped are not reported.
     *
     * @param phase the phase that has ended
     */
    void completed(RequestPhase phase);

    /**
     * Called for a valid token before {@link RequestPhase#PROOF_CHECK} ends. Does nothing by
     * default.
     *
     * @param result what became of the proof of possession
     */
    default void proofChecked(ProofResult result) {}

    /**
     * Called when the answer is there: the request ended with the last completed phase. Where a
     * framework decides whether the token suffices, it is called when that is known, which may be
     * later than the end of that phase.
     *
     * @param outcome what became of the request
     */
    void ended(RequestOutcome outcome);

    /**
     * Called when the request ends without an answer, because the request itself or the validator
     * threw an exception. Does nothing by default.
     */
    default void abandoned() {}
  }
}
