// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.internal.concurrent.Stripes;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * Meters of validations, keys and cache. Give it to a validator as its monitor, let it watch that
 * validator, and bind it to the registry:
 *
 * <pre>{@code
 * ValidationMeters meters = new ValidationMeters();
 * TokenValidator validator = TokenValidator.builder().issuer(issuer).monitor(meters).build();
 * meters.watch(validator).bindTo(registry);
 * }</pre>
 *
 * <p>The whole validation is a timer of Micrometer, {@code jwt.validation}, which counts from the
 * time that it is bound. The steps go into histograms of this class, which the registry reads when
 * it is scraped. A passed {@link ValidationStep#TOKEN_FORMAT_CHECK} takes less time than reading
 * the clock: its time is part of the next step. The values of tags come from enums and from the
 * names of configured issuers, never from a token. If a registry has the meters of several
 * validators, each needs a name, which is the value of the tag {@code validator}. Thread-safe; may
 * be bound to several registries.
 */
public final class ValidationMeters implements TokenValidatorMonitor, MeterBinder {

  static final String UNNAMED = "default";

  private final Tags named;
  private final TimerFamily validations =
      new TimerFamily("jwt.validation", "Validations of tokens");
  private final HistogramFamily steps =
      new HistogramFamily("jwt.validation.step", "Steps of the validations of tokens");
  private final Map<TokenType, MetersOfType> ofTypes;
  private final ValidatorMeters watched;
  private final Set<MeterRegistry> registries = ConcurrentHashMap.newKeySet();
  private final Registrations registered = new Registrations();

  /** Creates meters of a validator named {@code default}. */
  public ValidationMeters() {
    this(UNNAMED);
  }

  /**
   * Creates meters that have recorded nothing yet.
   *
   * @param validator the name of the validator, the value of the tag {@code validator}
   * @throws IllegalArgumentException if the name is blank
   */
  public ValidationMeters(String validator) {
    if (validator.isBlank()) {
      throw new IllegalArgumentException(
          "validator: \"" + validator + "\" is blank; choose a name, or omit it");
    }
    this.named = Tags.of("validator", validator);
    this.ofTypes = Tagged.map(TokenType.class, MetersOfType::new);
    this.watched = new ValidatorMeters(validator);
  }

  /** The timers and histograms for one type of token. */
  private final class MetersOfType {

    private final Tags type;
    private final TimerFamily.Series accepted;
    private final TimerFamily.Series acceptedFromCache;
    private final TimerFamily.Series undecided;
    private final Map<Reason, TimerFamily.Series> rejected;
    private final Map<Reason, TimerFamily.Series> rejectedFromCache;
    private final Map<ValidationStep, HistogramFamily.Series> ofSteps;

    private MetersOfType(TokenType type) {
      this.type = named.and("token.type", Tagged.value(type));
      this.accepted = ended("accepted", "none", false);
      this.acceptedFromCache = ended("accepted", "none", true);
      this.undecided = ended("undecided", "none", false);
      this.rejected = rejected(false);
      this.rejectedFromCache = rejected(true);
      this.ofSteps =
          Tagged.map(
              ValidationStep.class,
              step -> steps.series(this.type.and("step", Tagged.value(step))));
    }

    private TimerFamily.Series ended(Report report) {
      boolean isCached = report.isCacheHit();
      Rejection rejection = report.rejection();
      if (rejection != null) {
        return Tagged.of(isCached ? rejectedFromCache : rejected, rejection.reason());
      }
      if (report.outcome() == Outcome.UNDECIDED) {
        return undecided;
      }
      return isCached ? acceptedFromCache : accepted;
    }

    private Map<Reason, TimerFamily.Series> rejected(boolean cached) {
      return Tagged.map(Reason.class, reason -> ended("rejected", Tagged.value(reason), cached));
    }

    private TimerFamily.Series ended(String outcome, String reason, boolean cached) {
      return validations.series(
          type.and("outcome", outcome, "reason", reason, "cached", String.valueOf(cached)));
    }
  }

  /**
   * Shows the keys and the cache of a validator, in place of one that was watched before.
   *
   * @param validator the validator; when it is closed, its keys are unknown
   * @return these meters
   * @throws IllegalStateException if the validator is closed
   */
  public ValidationMeters watch(TokenValidator validator) {
    watched.watch(validator);
    registries.forEach(registry -> watched.bindTo(registry, registered));
    return this;
  }

  /**
   * Shows the meters in a registry, for a composite in each of its registries. For a registry that
   * shows them, registers meters that have been removed from it, and for a composite what another
   * of its registries lacks; what Prometheus's own registry has lost returns only after {@link
   * #unbind}. Bind either a composite or its registries, since the timers of both would count
   * twice.
   *
   * @param registry the registry
   * @throws IllegalArgumentException if the registry has other meters of a validator of that name
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    var unused =
        Ownership.claim(
            registry,
            claimed(),
            watched,
            "name one of the validators: new ValidationMeters(\"orders\")");
    registries.removeIf(MeterRegistry::isClosed);
    registries.add(registry);
    validations.bindTo(registry);
    steps.bindTo(registry);
    watched.bindTo(registry, registered);
  }

  private String claimed() {
    return "jwt.validation with " + named.iterator().next();
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
      validations.removeFrom(registry);
      steps.removeFrom(registry);
      watched.removeFrom(registry);
      registered.removeFrom(registry);
      Ownership.release(registry, claimed(), watched);
    }
  }

  @Override
  public Recording begin(TokenType type) {
    return new Stopwatch(Tagged.of(ofTypes, type));
  }

  @Override
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    // An issuer that a token has named is not one of a bounded number.
    String shown = watched.isConfigured(issuer) ? issuer : "other";
    registries.forEach(registry -> Tolerance.of(() -> record(registry, shown, report)));
  }

  private void record(MeterRegistry registry, String issuer, KeyRefreshReport report) {
    Timer timer =
        Timer.builder("jwt.keys.refresh")
            .tags(named)
            .tags(
                "issuer",
                issuer,
                "cause",
                Tagged.value(report.cause()),
                "outcome",
                Tagged.value(report.outcome()))
            .description("Refreshes of keys that changed them or failed")
            .register(registry);
    timer.record(report.duration());
    registered.add(registry, timer);
    if (!registries.contains(registry)) {
      registered.removeFrom(registry);
    }
  }

  /** Measures the steps of one validation. */
  private static final class Stopwatch implements Recording {

    private final MetersOfType meters;
    private final int stripe = Stripes.indexOfThisThread();
    private final long begin = System.nanoTime();
    private long lastBoundary = begin;

    Stopwatch(MetersOfType meters) {
      this.meters = meters;
    }

    @Override
    public void completed(ValidationStep step) {
      if (step != ValidationStep.TOKEN_FORMAT_CHECK) {
        recordStep(step);
      }
    }

    private void recordStep(ValidationStep step) {
      long now = System.nanoTime();
      Tagged.of(meters.ofSteps, step).record(now - lastBoundary, stripe);
      lastBoundary = now;
    }

    @Override
    public void ended(Report report) {
      if (report.outcome() == Outcome.ABANDONED) {
        return;
      }
      // The check of the format may be the only step, as that of a refresh token is.
      if (report.outcome() != Outcome.ACCEPTED
          || report.step() == ValidationStep.TOKEN_FORMAT_CHECK) {
        recordStep(report.step());
      }
      meters.ended(report).record(lastBoundary - begin);
    }
  }
}
