// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.http.pop.ProofResult;
import org.jwtvalidation.internal.concurrent.Stripes;
import org.jwtvalidation.micrometer.HistogramFamily.Series;

/**
 * Meters of requests with bearer tokens. Give it to an authenticator as its monitor, and bind it to
 * the registry. Thread-safe; may be bound to several registries, and observe several
 * authenticators.
 */
public final class HttpMeters implements HttpMonitor, MeterBinder {

  private static final String CLAIMED = "jwt.http";

  private final HistogramFamily requests =
      new HistogramFamily("jwt.http.request", "Phases of requests with bearer tokens");
  private final Map<RequestPhase, Series> phases =
      Tagged.map(
          RequestPhase.class, phase -> requests.series(Tags.of("phase", Tagged.value(phase))));
  private final Map<RequestOutcome, LongAdder> outcomes =
      Tagged.map(RequestOutcome.class, outcome -> new LongAdder());

  private final Map<ProofResult, LongAdder> proofs =
      Tagged.map(ProofResult.class, result -> new LongAdder());

  private final Set<MeterRegistry> registries = ConcurrentHashMap.newKeySet();
  private final Registrations registered = new Registrations();

  /** Creates meters that have recorded nothing yet. */
  public HttpMeters() {}

  /**
   * Shows the meters in a registry, for a composite in each of its registries. Does nothing for a
   * registry that shows them, except for a composite, which may have got another registry.
   *
   * @param registry the registry
   * @throws IllegalArgumentException if the registry has other meters of requests
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    if (Ownership.claim(registry, CLAIMED, this, "share them among the authenticators")) {
      // Of an object that is no more, whose counters would stand still.
      registry.find("jwt.http.requests").meters().forEach(registry::remove);
      registry.find("jwt.pop.proofs").meters().forEach(registry::remove);
    }
    registries.removeIf(MeterRegistry::isClosed);
    registries.add(registry);
    requests.bindTo(registry);
    outcomes.forEach((outcome, count) ->
        registered.add(
            registry,
            FunctionCounter.builder("jwt.http.requests", count, LongAdder::sum)
                .tag("outcome", Tagged.value(outcome))
                .description("Requests with and without bearer tokens")
                .register(registry)));
    proofs.forEach((result, count) ->
        registered.add(
            registry,
            FunctionCounter.builder("jwt.pop.proofs", count, LongAdder::sum)
                .tag("result", Tagged.value(result))
                .description("Valid tokens by the result of the proof of possession")
                .register(registry)));
  }

  /**
   * Removes the meters from all registries to which they are bound, so that others can be bound
   * there. For an application that ends before its registry does, such as {@link
   * io.micrometer.core.instrument.Metrics#globalRegistry}, and is then started again. They can be
   * bound again, too.
   */
  public void unbind() {
    for (MeterRegistry registry : List.copyOf(registries)) {
      registries.remove(registry);
      requests.removeFrom(registry);
      registered.removeFrom(registry);
      Ownership.release(registry, CLAIMED, this);
    }
  }

  @Override
  public Recording begin() {
    return new Stopwatch();
  }

  /** Measures the phases of one request. */
  private final class Stopwatch implements Recording {

    private final int stripe = Stripes.indexOfThisThread();
    private final long begin = System.nanoTime();
    private long lastBoundary = begin;

    @Override
    public void completed(RequestPhase phase) {
      long now = System.nanoTime();
      Tagged.of(phases, phase).record(now - lastBoundary, stripe);
      lastBoundary = now;
    }

    @Override
    public void ended(Report report) {
      ProofResult proof = report.proof();
      if (proof != null) {
        Tagged.of(proofs, proof).increment();
      }
      RequestOutcome outcome = report.outcome();
      if (outcome != null) {
        Tagged.of(phases, RequestPhase.REQUEST_PROCESSING).record(lastBoundary - begin, stripe);
        Tagged.of(outcomes, outcome).increment();
      }
    }
  }
}
