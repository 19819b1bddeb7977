package org.jwtvalidation.keysource;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/** Gives key sources the clocks of a test, and no randomness. */
public final class SteeredTime {

  private SteeredTime() {}

  /** {@code source} with these clocks and the longest waits that jitter allows. */
  public static HttpKeySource.Builder of(
      HttpKeySource.Builder source, LongSupplier nanoTime, LongSupplier currentTimeMillis) {
    return source.clocks(new Moment.Clocks(nanoTime, currentTimeMillis)).random(() -> 0);
  }

  /** The JWK Set in a file, by this clock, reported at once. */
  public static KeySource file(Path path, LongSupplier nanoTime) {
    return new FileKeySource(path, nanoTime, FetchScene.ON_THE_CALLER);
  }

  /** The same, reported by the threads of all key sources. */
  public static KeySource fileWithThreads(Path path, LongSupplier nanoTime) {
    return new FileKeySource(path, nanoTime, LibraryThreads.SHARED);
  }
}
