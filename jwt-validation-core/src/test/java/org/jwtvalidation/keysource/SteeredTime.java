// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;

/** Gives key sources the clocks of a test, and no randomness. */
public final class SteeredTime {

  private SteeredTime() {}

  /** {@code source} with these clocks and the longest waits that jitter allows. */
  public static HttpKeySource.Builder of(
      HttpKeySource.Builder source, LongSupplier nanoTime, LongSupplier currentTimeMillis) {
    return source.clocks(new Moment.Clocks(nanoTime, currentTimeMillis)).random(() -> 0);
  }

  /** The JWK Set in a file, by this clock, read and reported at once. */
  public static KeySource file(Path path, LongSupplier nanoTime) {
    return PolledKeySource.file(path, measuring(nanoTime), FetchScene.ON_THE_CALLER);
  }

  /** The same, read and reported by the threads of all key sources. */
  public static KeySource fileReadByThreads(Path path, LongSupplier nanoTime) {
    return PolledKeySource.file(path, measuring(nanoTime), LibraryThreads.SHARED);
  }

  /** Keys that {@code read} returns on a thread of the library, every minute by this clock. */
  public static KeySource polling(Callable<JwkSet> read, LongSupplier nanoTime) {
    return PolledKeySource.of(
        "slow disk", Duration.ofMinutes(1), read, measuring(nanoTime), LibraryThreads.SHARED);
  }

  /** The clock that shows the time stands still. */
  static Moment.Clocks measuring(LongSupplier nanoTime) {
    return new Moment.Clocks(nanoTime, () -> 0);
  }
}
