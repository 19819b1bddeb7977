package org.jwtvalidation.internal.keys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jwtvalidation.token.UndecidedException;

/** Waits for the keys of all issuers at the same time. */
public final class WarmUp {

  private WarmUp() {}

  /**
   * Waits until each issuer has keys or its source has failed.
   *
   * @throws UndecidedException if an issuer has no keys, or the wait was interrupted
   */
  public static void await(Map<String, IssuerKeys> issuers) {
    Map<String, UndecidedException> failed = new ConcurrentHashMap<>();
    if (issuers.size() == 1) {
      issuers.forEach((issuer, keys) -> await(issuer, keys, failed));
    } else if (!issuers.isEmpty()) {
      awaitSideBySide(issuers, failed);
    }
    Map<String, UndecidedException> failures = new LinkedHashMap<>();
    for (String issuer : issuers.keySet()) {
      if (failed.containsKey(issuer)) {
        failures.put(issuer, failed.get(issuer));
      }
    }
    if (!failures.isEmpty()) {
      // The message of a key source need not name the issuer.
      throw new UndecidedException(
          failures.entrySet().stream()
              .map(failure -> failure.getKey() + ": " + failure.getValue().getMessage())
              .collect(Collectors.joining("; ")),
          failures.values().iterator().next());
    }
  }

  private static void awaitSideBySide(
      Map<String, IssuerKeys> issuers, Map<String, UndecidedException> failed) {
    ExecutorService threads = Executors.newFixedThreadPool(issuers.size(), WarmUp::daemon);
    List<Callable<Object>> waits = new ArrayList<>();
    issuers.forEach(
        (issuer, keys) -> waits.add(Executors.callable(() -> await(issuer, keys, failed))));
    try {
      var unused = threads.invokeAll(waits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UndecidedException("interrupted while waiting for keys", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable wait) {
    Thread thread = new Thread(wait, "jwt-validation-warm-up");
    thread.setDaemon(true);
    return thread;
  }

  private static void await(
      String issuer, IssuerKeys keys, Map<String, UndecidedException> failed) {
    keys.await().ifPresent(failure -> failed.put(issuer, failure));
  }
}
