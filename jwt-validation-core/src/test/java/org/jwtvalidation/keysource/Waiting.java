// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;

/** Asks key sources as a caller does that waits. */
public final class Waiting {

  private Waiting() {}

  /** The set in force, for which the caller may have to wait. */
  public static JwkSet jwkSet(KeySource source) {
    JwkSet atHand = source.jwkSet();
    return atHand == null ? await(source, null) : atHand;
  }

  /** Lets the source begin what is due, as a health check does. */
  public static void refreshIfDue(KeySource source) {
    var unused = source.jwkSet();
  }

  /** The set in force after a refresh. */
  public static JwkSet refreshed(KeySource source, JwkSet seen) {
    return await(source, seen);
  }

  private static JwkSet await(KeySource source, @Nullable JwkSet seen) {
    try {
      return answer(source.refreshed(seen), source.timeout());
    } catch (TimeoutException e) {
      // The next caller finds out what is wrong.
      refreshIfDue(source);
      try {
        return answer(source.refreshed(seen), source.timeout());
      } catch (TimeoutException again) {
        throw new IllegalStateException(again);
      }
    }
  }

  private static JwkSet answer(CompletionStage<JwkSet> stage, Duration timeout)
      throws TimeoutException {
    try {
      return stage.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeySourceException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof KeySourceException failure
          ? failure
          : new IllegalStateException(cause);
    }
  }
}
