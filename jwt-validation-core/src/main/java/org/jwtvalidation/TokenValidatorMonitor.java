package org.jwtvalidation;

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

  /** {@return a monitor that sees nothing and costs nothing} */
  static TokenValidatorMonitor none() {
    return NoMonitor.INSTANCE;
  }

  /**
   * One validation being watched, by one thread. It ends with exactly one of {@link #accepted},
   * {@link #rejected} and {@link #undecided}, unless an {@link Error} ends it.
   */
  interface Recording {

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
  }
}
