// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.token.UndecidedException;

/** What to answer if a token, or the proof for it, cannot be decided. */
final class Unavailability {

  /** Causes of an exception that are asked for, so that a cycle of them ends. */
  private static final int MAX_DEPTH = 10;

  private Unavailability() {}

  /** The answer to a failure of Spring Security, or null if it has nothing to do with that. */
  static @Nullable Unavailable of(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      if (cause instanceof UndecidedException undecided) {
        return new Unavailable(undecided.retryAfter());
      }
      cause = cause.getCause();
    }
    return null;
  }
}
