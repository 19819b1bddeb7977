package org.jwtvalidation.benchmark.suite;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;

/**
 * What keeps all threads from validating at the same time: nothing; the validator's own bound of
 * verifications; or a semaphore around whole validations, whose permits go to whoever is there
 * first, or to whoever has waited longest. Thread-safe.
 */
public final class Gate {

  private static final Pattern TEXT =
      Pattern.compile("none|(verifications|unfair|fair):([1-9][0-9]{0,4})");

  private static final String REMEDY =
      "choose none, verifications:N, unfair:N or fair:N, where N is how many threads are let in";

  private final String kind;
  private final int permits;
  private final @Nullable Semaphore semaphore;

  private Gate(String kind, int permits) {
    this.kind = kind;
    this.permits = permits;
    this.semaphore =
        switch (kind) {
          case "unfair", "fair" -> new Semaphore(permits, kind.equals("fair"));
          default -> null;
        };
  }

  /**
   * Reads the parameter {@code gate} of a benchmark.
   *
   * @param text {@code none}, {@code verifications:N}, {@code unfair:N} or {@code fair:N}
   * @throws IllegalArgumentException if it is none of these
   */
  public static Gate of(String text) {
    Matcher gate = TEXT.matcher(text);
    if (!gate.matches()) {
      throw new IllegalArgumentException("gate: " + text + " is not understood; " + REMEDY);
    }
    return gate.group(1) == null
        ? new Gate("none", 0)
        : new Gate(gate.group(1), Integer.parseInt(gate.group(2)));
  }

  /** Sets the validator's own bound, if it is that. */
  public TokenValidator.Builder configure(TokenValidator.Builder validator) {
    return kind.equals("verifications") ? validator.maxConcurrentVerifications(permits) : validator;
  }

  /** Lets so many validations pass at a time, if it is a semaphore. */
  public <T> Callable<T> around(Callable<T> validation) {
    Semaphore gate = semaphore;
    if (gate == null) {
      return validation;
    }
    return () -> {
      gate.acquireUninterruptibly();
      try {
        return validation.call();
      } finally {
        gate.release();
      }
    };
  }
}
