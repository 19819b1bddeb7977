// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;

/**
 * A limit on concurrent validations: none; the validator's own limit on verifications; or a
 * semaphore around whole validations, unfair or fair. Thread-safe.
 */
public final class Gate {

  private static final Pattern TEXT =
      Pattern.compile("none|(verifications|unfair|fair):([1-9][0-9]{0,4})");

  private static final String REMEDY =
      "choose none, verifications:N, unfair:N or fair:N, where N is the number of threads to admit";

  private final @Nullable Integer verifications;
  private final @Nullable Semaphore semaphore;

  private Gate(@Nullable Integer verifications, @Nullable Semaphore semaphore) {
    this.verifications = verifications;
    this.semaphore = semaphore;
  }

  /**
   * Reads the parameter {@code gate} of a benchmark.
   *
   * @param text {@code none}, {@code verifications:N}, {@code unfair:N} or {@code fair:N}
   * @throws IllegalArgumentException if the text is none of these
   */
  public static Gate of(String text) {
    Matcher gate = TEXT.matcher(text);
    if (!gate.matches()) {
      throw new IllegalArgumentException("gate: " + text + " is not understood; " + REMEDY);
    }
    String kind = gate.group(1);
    if (kind == null) {
      return new Gate(null, null);
    }
    int permits = Integer.parseInt(gate.group(2));
    return kind.equals("verifications")
        ? new Gate(permits, null)
        : new Gate(null, new Semaphore(permits, kind.equals("fair")));
  }

  /** Sets the validator's own limit, if this gate is that limit. */
  public TokenValidator.Builder configure(TokenValidator.Builder validator) {
    return verifications == null ? validator : validator.maxConcurrentVerifications(verifications);
  }

  /** Whether threads wait before their validation begins, which monitors do not see. */
  public boolean standsBeforeValidations() {
    return semaphore != null;
  }

  /** Wraps a validation in the semaphore, if this gate is one. */
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
