package org.jwtvalidation.spring.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.KeysUnavailableException;
import org.jwtvalidation.http.BearerAnswer.Unavailable;

/** What to answer if a token cannot be decided. */
final class Unavailability {

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Causes of an exception that are asked for, so that a cycle of them ends. */
  private static final int MAX_DEPTH = 10;

  private Unavailability() {}

  /** The answer to a failure of Spring Security, or null if keys have nothing to do with it. */
  static @Nullable Unavailable of(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      if (cause instanceof KeysUnavailableException unavailable) {
        return of(unavailable);
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static Unavailable of(KeysUnavailableException unavailable) {
    Duration known = Objects.requireNonNullElse(unavailable.retryAfter(), SHORTEST_WAIT);
    return new Unavailable(known.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : known);
  }
}
