package org.jwtvalidation.internal.keys;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.HttpKeySource;
import org.jwtvalidation.keysource.KeySource;

/**
 * A key source for callers that never wait, whether it has asynchronous methods or only those that
 * may block. Thread-safe.
 */
public final class AsyncKeySource {

  /** Unless a test waits for less. */
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** How long the answer of a source that may block is at hand. */
  private static final Duration AT_HAND = Duration.ofSeconds(1);

  private final KeySource source;
  private final SharedCall<JwkSet> jwkSets;
  private final SharedCall<JwkSet> refreshes;

  /**
   * An asynchronous view of {@code source}.
   *
   * @param timeout how long callers wait for a source that does not bound that itself
   */
  public AsyncKeySource(KeySource source, Duration timeout) {
    this.source = source;
    this.jwkSets = new SharedCall<>(LibraryThreads.SHARED, timeout, AT_HAND);
    this.refreshes = new SharedCall<>(LibraryThreads.SHARED, timeout, Duration.ZERO);
  }

  /** The set in force; complete if it is at hand. */
  public CompletableFuture<JwkSet> jwkSet() {
    try {
      CompletionStage<JwkSet> stage = source.jwkSetAsync();
      return stage == null
          ? jwkSets.ask(source, source::jwkSet)
          : ended(stage.toCompletableFuture(), jwkSets, source);
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The set in force after a refresh, if the source allows one now. */
  public CompletableFuture<JwkSet> refreshed(JwkSet seen) {
    try {
      CompletionStage<JwkSet> stage = source.refreshedAsync(seen);
      return stage == null
          ? refreshes.ask(seen, () -> source.refreshed(seen))
          : ended(stage.toCompletableFuture(), refreshes, seen);
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The answer, which fails after the time-out if nothing else ends it. */
  private CompletableFuture<JwkSet> ended(
      CompletableFuture<JwkSet> answer, SharedCall<JwkSet> calls, Object about) {
    boolean endsItself = answer.isDone() || source instanceof HttpKeySource;
    return endsItself ? answer : calls.share(about, answer);
  }
}
