// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.monitor.WatchedValidator;
import org.jwtvalidation.token.TokenType;

/**
 * A monitor that records the work of a validator as events of the JDK Flight Recorder: {@code
 * .monitor(new JfrMonitor())}. The events are in the category <i>JWT Validation</i>:
 *
 * <ul>
 *   <li>{@code jwt.TokenValidation}: a validation that took at least the threshold of the
 *       recording, by default 100 µs, with the time of each step;
 *   <li>{@code jwt.KeyRefresh}: an attempt to refresh the keys of an issuer;
 *   <li>{@code jwt.ValidationStatistics}: by default every 10 seconds, the number and the durations
 *       of each step, and the outcomes of validations;
 *   <li>{@code jwt.KeyTables}: by default every 10 seconds, how many keys of each issuer verify
 *       signatures by tables;
 *   <li>{@code jwt.Scheduling}, off by default, on Linux only: how long threads waited for a
 *       processor.
 * </ul>
 *
 * No event contains a token or the value of a claim, except for the issuer if it is a configured
 * one. The error of a key refresh may name published keys.
 *
 * <p>While nothing is recorded, the monitor costs a validation two reads of a flag. Statistics take
 * 18 KiB twice for each step and token type that occurs, and as much again for each stripe of the
 * counters, of which there are at most two per processor. Create one monitor and keep it: the
 * Flight Recorder drops an unreachable monitor, also where an application is redeployed.
 * Thread-safe, also for virtual threads. One monitor may serve several validators, but does not
 * distinguish their events.
 */
public final class JfrMonitor implements TokenValidatorMonitor {

  private static final String UNNAMED = "default";
  private static final double MAX_MULTIPLE = 1_000_000;
  private static final @Nullable EventType VALIDATION;
  private static final @Nullable EventType STATISTICS;

  static {
    boolean available = FlightRecorder.isAvailable();
    VALIDATION = available ? EventType.getEventType(TokenValidationEvent.class) : null;
    STATISTICS = available ? EventType.getEventType(ValidationStatisticsEvent.class) : null;
  }

  private final String name;
  private final Statistics statistics;
  private final AtomicInteger concurrency = new AtomicInteger();
  private final @Nullable RunningMedian median;
  private final double outlierMultiple;
  private final @Nullable ThreadMXBean threads;

  /** Creates a monitor with the defaults: its name is {@code default}, and it keeps all events. */
  public JfrMonitor() {
    this(new Builder());
  }

  private JfrMonitor(Builder builder) {
    this.name = builder.name;
    this.statistics = new Statistics(name, concurrency);
    this.outlierMultiple = builder.outlierMultiple;
    this.threads = builder.cpuTimeMeasured ? threadsWithCpuTime() : null;
    this.median = builder.outlierMultiple == 0 ? null : new RunningMedian();
    if (STATISTICS != null) {
      statistics.reportPeriodically(STATISTICS);
      PeriodicHooks.reportScheduling(this);
    }
  }

  /**
   * Configures a monitor.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public @Nullable Recording begin(TokenType type) {
    boolean counted = STATISTICS != null && STATISTICS.isEnabled();
    if (!counted && (VALIDATION == null || !VALIDATION.isEnabled())) {
      return null;
    }
    int current = concurrency.incrementAndGet();
    if (counted) {
      statistics.began(current);
    }
    return new TokenValidationEvent(this, type, counted, current);
  }

  /** Counts a completed validation; returns whether it should be recorded as an event. */
  boolean ended(TokenValidationEvent validation) {
    concurrency.decrementAndGet();
    if (validation.isCounted()) {
      statistics.ended(validation);
    }
    return median == null
        || validation.nanos() >= outlierMultiple * median.movedTowards(validation.nanos());
  }

  String name() {
    return name;
  }

  /** The CPU time of the calling thread; 0 if it is not measured. */
  long cpuNanos() {
    return threads == null || isVirtual() ? 0 : threads.getCurrentThreadCpuTime();
  }

  private static @Nullable ThreadMXBean threadsWithCpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() ? threads : null;
  }

  /** Replaces {@code Thread.isVirtual()}, which Java 17 lacks: virtual threads share one group. */
  private static boolean isVirtual() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    return group != null && group.getName().equals("VirtualThreads");
  }

  @Override
  public void refreshedKeys(String issuer, KeyRefreshReport report) {
    KeyRefreshEvent event = new KeyRefreshEvent();
    if (event.shouldCommit()) {
      event.validator = name;
      event.issuer = issuer;
      event.cause = report.cause().name();
      event.outcome = report.outcome().name();
      event.keys = report.keys();
      event.refreshDuration = report.duration().toNanos();
      event.error = report.error();
      event.commit();
    }
  }

  @Override
  public void built(WatchedValidator validator) {
    if (FlightRecorder.isAvailable()) {
      PeriodicHooks.add(validator, KeyTablesEvent.class, new KeyTablesReporter(name, validator));
    }
  }

  /** Options of a {@link JfrMonitor}. Not thread-safe. */
  public static final class Builder {

    private String name = UNNAMED;
    private double outlierMultiple;
    private boolean cpuTimeMeasured;

    private Builder() {}

    /**
     * Sets the name of the validator in events, to distinguish several; by default {@code default}.
     *
     * @param validator the name
     * @return this builder
     * @throws IllegalArgumentException if the name is blank
     */
    public Builder name(String validator) {
      if (validator.isBlank()) {
        throw new IllegalArgumentException(
            "name: \"" + validator + "\" is blank; choose a name, or omit the option");
      }
      name = validator;
      return this;
    }

    /**
     * Records only validations that take at least this multiple of the median, and at least the
     * threshold of the recording. The median is a running estimate, accurate to a few percent. If
     * most tokens are cached, it is the time of a cached token, and every uncached token is an
     * outlier.
     *
     * @param timesMedian the multiple of the median, from 1 to 1,000,000
     * @return this builder
     * @throws IllegalArgumentException if the multiple is out of range
     */
    public Builder outliers(double timesMedian) {
      if (!(timesMedian >= 1 && timesMedian <= MAX_MULTIPLE)) {
        throw new IllegalArgumentException(
            "outliers: "
                + timesMedian
                + " is not from 1 to 1,000,000; choose a multiple of the median, such as 10");
      }
      outlierMultiple = timesMedian;
      return this;
    }

    /**
     * Measures the CPU time of each validation, which distinguishes slow validations that computed
     * from those that waited. This costs two system calls per validation, at most a microsecond.
     * The JDK does not measure the CPU time of virtual threads.
     *
     * @return this builder
     */
    public Builder cpuTime() {
      cpuTimeMeasured = true;
      return this;
    }

    /**
     * Creates the monitor.
     *
     * @return the monitor
     */
    public JfrMonitor build() {
      return new JfrMonitor(this);
    }
  }
}
