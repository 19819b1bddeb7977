// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.pop.ReplayStore.Answer;

/** A replay store that answers later, on a thread of its own, or not at all for a while. */
@Singleton
public class Remote implements ReplayStore {

  private static final Queue<CompletableFuture<Answer>> UNANSWERED = new ConcurrentLinkedQueue<>();

  private static volatile boolean answers = true;

  private final Set<ReplayKey> used = ConcurrentHashMap.newKeySet();

  /** Answers from now on, or not; what it has not answered before fails then. */
  static void answer(boolean from) {
    answers = from;
    for (CompletableFuture<Answer> each; (each = UNANSWERED.poll()) != null; ) {
      each.completeExceptionally(new IllegalStateException("the store was away"));
    }
  }

  @Override
  public CompletionStage<Answer> remember(ReplayKey key, Instant until) {
    if (answers) {
      return CompletableFuture.supplyAsync(
          () -> used.add(key) ? Answer.FIRST : Answer.REPLAYED,
          CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
    }
    CompletableFuture<Answer> never = new CompletableFuture<>();
    UNANSWERED.add(never);
    return never;
  }
}
