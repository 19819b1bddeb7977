package org.jwtvalidation.quarkus.deployment;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.http.pop.ReplayKey;
import org.jwtvalidation.http.pop.ReplayStore;

/** A replay store that answers later, on a thread of its own, or never. */
@Singleton
public class Remote implements ReplayStore {

  static volatile boolean answers = true;

  private final Set<ReplayKey> used = ConcurrentHashMap.newKeySet();

  @Override
  public CompletionStage<Boolean> firstUse(ReplayKey key, Instant until) {
    return answers
        ? CompletableFuture.supplyAsync(
            () -> used.add(key), CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS))
        : new CompletableFuture<>();
  }
}
