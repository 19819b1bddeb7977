package org.jwtvalidation;

import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.KeyRefreshReport;

/**
 * Sees every validation, step by step. Implementations are thread-safe and quick: they run inside
 * the validation.
 *
 * <p>A monitor that throws is silenced for good after one line in the log; it never changes an
 * answer.
 */
@FunctionalInterface
public interface TokenValidatorMonitor {

  /**
   * A validation begins.
   *
   * @param type what kind of token is asked for
   * @return the recording of this one validation
   */
  Recording begin(TokenType type);

  /**
   * Newer keys of an issuer have been looked for. Called by the thread that looked, outside of any
   * recording; does nothing unless overridden.
   *
   * @param issuer the issuer, as configured
   * @param report why, and what came of it
   */
  default void refreshedKeys(String issuer, KeyRefreshReport report) {}

  /** {@return a monitor that sees nothing and costs nothing} */
  static TokenValidatorMonitor none() {
    return NoMonitor.INSTANCE;
  }

  /**
   * One validation being watched, by one thread. It ends with exactly one of {@link #accepted},
   * {@link #rejected}, {@link #undecided} and {@link #abandoned}.
   */
  interface Recording {

    /**
     * How long the token is; told before the first step, and doing nothing unless overridden.
     *
     * @param characters the length of its text, 0 where there is none
     */
    default void tokenLength(int characters) {}

    /**
     * Which issuer the token names; told when it turns out to be a trusted one, and doing nothing
     * unless overridden. Until a signature has held, the token may be anybody's.
     *
     * @param name the issuer, as configured
     */
    default void issuerFound(String name) {}

    /**
     * Which key decides; told when it is found, for a cached token when the token is, and doing
     * nothing unless overridden.
     *
     * @param key the key that the signature is verified by
     */
    default void keyFound(VerificationKey key) {}

    /**
     * A step has ended now, and the next begins. Steps that are not needed, such as all those after
     * a cache hit, are not marked.
     *
     * @param step the step that has ended
     */
    void completed(ValidationStep step);

    /** The validation ended with the step that was completed last. */
    void accepted();

    /**
     * The validation ends now, within {@link Rejection#step()}.
     *
     * @param rejection why the token is rejected
     */
    void rejected(Rejection rejection);

    /**
     * The validation ends now, without keys to decide with: within {@link
     * ValidationStep#KEY_RESOLUTION}.
     */
    void undecided();

    /**
     * The validation ends without an answer: by an {@link Error}, or since the validator's clock
     * threw. Does nothing unless overridden.
     */
    default void abandoned() {}
  }
}
