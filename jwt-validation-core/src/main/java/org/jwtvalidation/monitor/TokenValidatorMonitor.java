package org.jwtvalidation.monitor;

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
   * @return the recording of this validation
   */
  Recording begin(TokenType type);

  /**
   * Called after a refresh of an issuer's keys that changed them or failed, not as part of a
   * recording. Does nothing by default.
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
   * Returns a monitor that passes every call to several monitors, in their order. One that throws
   * is silenced alone.
   *
   * @param monitors the monitors; those of {@link #none} cost nothing
   * @return the combined monitor
   */
  static TokenValidatorMonitor all(TokenValidatorMonitor... monitors) {
    return AllMonitors.of(monitors);
  }

  /** {@return a monitor that does nothing and costs nothing} */
  static TokenValidatorMonitor none() {
    return NoMonitor.INSTANCE;
  }

  /**
   * The recording of one validation, called by one thread at a time: by another one than before
   * only after an asynchronous validation had to wait. It ends with exactly one call of {@link
   * #accepted}, {@link #rejected}, {@link #undecided} or {@link #abandoned}.
   */
  interface Recording {

    /**
     * Called before the first step. Does nothing by default.
     *
     * @param characters the length of the token, 0 if it is null
     */
    default void tokenLength(int characters) {}

    /**
     * Called when the token names a trusted issuer, or was found in the cache. Does nothing by
     * default. Until the signature is verified, anyone may have made the token.
     *
     * @param name the issuer, as configured
     */
    default void issuerFound(String name) {}

    /**
     * Called when the key is found, or a token that it has verified was found in the cache. Does
     * nothing by default.
     *
     * @param key the key that verifies the signature
     */
    default void keyFound(VerificationKey key) {}

    /**
     * Called when the token was found in the cache, before {@link #issuerFound}. Does nothing by
     * default.
     */
    default void cacheHit() {}

    /**
     * Called when a step ends and the next begins, after the calls that tell what the step found.
     * Steps that are skipped, such as those after a cache hit, are not reported.
     *
     * @param step the step that has ended
     */
    void completed(ValidationStep step);

    /** Called when the token is accepted: the validation ended with the last completed step. */
    void accepted();

    /**
     * Called when the token is rejected: the validation ends now, in {@link Rejection#step()},
     * which is not reported as completed.
     *
     * @param rejection why the token is rejected
     */
    void rejected(Rejection rejection);

    /**
     * Called when the token cannot be decided: the validation ends now, in the {@linkplain
     * ValidationStep#next step after} the last completed one. That is {@link
     * ValidationStep#KEY_RESOLUTION}, for a cached token {@link ValidationStep#CACHE_LOOKUP}, or
     * {@link ValidationStep#ISSUER_CONFIG_RESOLUTION} if an {@code IssuerResolver} failed.
     */
    void undecided();

    /**
     * Called when the validation ends without an answer: by an {@link Error}, or because the
     * validator's clock threw an exception. Does nothing by default.
     */
    default void abandoned() {}
  }
}
