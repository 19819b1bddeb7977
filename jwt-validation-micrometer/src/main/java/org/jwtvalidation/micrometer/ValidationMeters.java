package org.jwtvalidation.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jwtvalidation.Reason;
import org.jwtvalidation.Rejection;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.TokenValidatorMonitor;
import org.jwtvalidation.ValidationStep;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.micrometer.HistogramFamily.Series;

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
 * <p>A validation records into histograms of this class, which the registry reads when it is
 * scraped. The values of tags come from enums and from the names of configured issuers, never from
 * a token. Thread-safe; may be bound to several registries, and watch several validators.
 */
public final class ValidationMeters implements TokenValidatorMonitor, MeterBinder {

  private final HistogramFamily validations =
      new HistogramFamily("jwt.validation", "Validations of tokens");
  private final HistogramFamily steps =
      new HistogramFamily("jwt.validation.step", "Steps of the validations of tokens");
  private final Map<TokenType, MetersOfType> ofTypes =
      Tagged.map(TokenType.class, MetersOfType::new);
  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
  private final List<ValidatorMeters> watched = new CopyOnWriteArrayList<>();

  /** Creates meters that have recorded nothing yet. */
  public ValidationMeters() {}

  /** The histograms for one type of token. */
  private final class MetersOfType {

    private final Tags type;
    private final Series accepted;
    private final Series acceptedFromCache;
    private final Series undecided;
    private final Map<Reason, Series> rejected;
    private final Map<ValidationStep, Series> ofSteps;

    private MetersOfType(TokenType type) {
      this.type = Tags.of("token.type", Tagged.value(type));
      this.accepted = ended("accepted", "none", false);
      this.acceptedFromCache = ended("accepted", "none", true);
      this.undecided = ended("undecided", "none", false);
      this.rejected =
          Tagged.map(Reason.class, reason -> ended("rejected", Tagged.value(reason), false));
      this.ofSteps =
          Tagged.map(
              ValidationStep.class,
              step -> steps.series(this.type.and("step", Tagged.value(step))));
    }

    private Series ended(String outcome, String reason, boolean cached) {
      return validations.series(
          type.and("outcome", outcome, "reason", reason, "cached", String.valueOf(cached)));
    }
  }

  /**
   * Adds gauges of the keys and the cache of a validator.
   *
   * @param validator the validator; its meters end when it is closed
   * @return these meters
   */
  public ValidationMeters watch(TokenValidator validator) {
    ValidatorMeters meters = new ValidatorMeters(validator);
    watched.add(meters);
    registries.forEach(meters::bindTo);
    return this;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    registries.add(registry);
    validations.bindTo(registry);
    steps.bindTo(registry);
    watched.forEach(meters -> meters.bindTo(registry));
  }

  @Override
  public Recording begin(TokenType type) {
    return new Stopwatch(Tagged.of(ofTypes, type));
  }

  @Override
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    registries.forEach(registry -> Tolerance.of(() -> record(registry, issuer, report)));
  }

  private static void record(MeterRegistry registry, String issuer, KeyRefreshReport report) {
    Timer.builder("jwt.keys.refresh")
        .tags(
            "issuer",
            issuer,
            "cause",
            Tagged.value(report.cause()),
            "outcome",
            Tagged.value(report.outcome()))
        .description("Refreshes of keys that changed them or failed")
        .register(registry)
        .record(report.duration());
  }

  /** Measures the steps of one validation. */
  private static final class Stopwatch implements Recording {

    private final MetersOfType meters;
    private final int stripe = DurationHistogram.stripeOfThisThread();
    private final long begin = System.nanoTime();
    private long lastBoundary = begin;
    private ValidationStep lastStep = ValidationStep.TOKEN_FORMAT_CHECK;
    private boolean isCached;

    Stopwatch(MetersOfType meters) {
      this.meters = meters;
    }

    @Override
    public void cacheHit() {
      isCached = true;
    }

    @Override
    public void completed(ValidationStep step) {
      long now = System.nanoTime();
      Tagged.of(meters.ofSteps, step).record(now - lastBoundary, stripe);
      lastBoundary = now;
      lastStep = step;
    }

    @Override
    public void accepted() {
      end(isCached ? meters.acceptedFromCache : meters.accepted);
    }

    @Override
    public void rejected(Rejection rejection) {
      completed(rejection.step());
      end(Tagged.of(meters.rejected, rejection.reason()));
    }

    @Override
    public void undecided() {
      completed(lastStep.next());
      end(meters.undecided);
    }

    private void end(Series series) {
      series.record(lastBoundary - begin, stripe);
    }
  }
}
