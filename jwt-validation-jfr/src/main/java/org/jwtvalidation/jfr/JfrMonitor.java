package org.jwtvalidation.jfr;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenType;
import org.jwtvalidation.TokenValidatorMonitor;
import org.jwtvalidation.keysource.KeyRefreshReport;

/**
 * Has the Flight Recorder of the JDK see what a validator does: {@code .monitor(new JfrMonitor())}.
 * Its events, in the category <i>JWT Validation</i>:
 *
 * <ul>
 *   <li>{@code jwt.TokenValidation}: a validation that took longer than the threshold of the
 *       recording, 100 µs unless set, and how long each of its steps took;
 *   <li>{@code jwt.KeyRefresh}: a look for newer keys;
 *   <li>{@code jwt.ValidationStatistics}: every 10 seconds unless set, for each step how often it
 *       ran and how long it took, and how validations ended;
 *   <li>{@code jwt.Scheduling}, off unless asked for, on Linux: how long threads waited for a
 *       processor.
 * </ul>
 *
 * No event has a token, or the value of a claim but the issuer, and that only where it is a
 * configured one. What was wrong with published keys may name them.
 *
 * <p>While nothing is recorded, a validation costs two reads of a flag more. Statistics take 18 KiB
 * for each step and type of token that occurs, twice, and as much again for each stripe in which
 * threads count, of which there are up to two a processor. Made once and kept: the Flight Recorder
 * lets go of a monitor that is not used any more when it next asks for statistics. Thread-safe, and
 * at home on virtual threads. One monitor may watch several validators, whose events it does not
 * tell apart.
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
    if (available) {
      FlightRecorder.addPeriodicEvent(SchedulingEvent.class, Scheduling.ofThisProcess()::report);
    }
  }

  private final String name;
  private final Statistics statistics;
  private final AtomicInteger concurrency = new AtomicInteger();
  private final @Nullable RunningMedian median;
  private final double outlierMultiple;
  private final @Nullable ThreadMXBean threads;

  /** A monitor named {@code default}, which leaves it to recordings what is worth keeping. */
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
      statistics.reportPeriodically();
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
  public Recording begin(TokenType type) {
    boolean counted = STATISTICS != null && STATISTICS.isEnabled();
    if (!counted && (VALIDATION == null || !VALIDATION.isEnabled())) {
      return TokenValidatorMonitor.none().begin(type);
    }
    int current = concurrency.incrementAndGet();
    if (counted) {
      statistics.began(current);
    }
    return new TokenValidationEvent(this, type, counted, current);
  }

  /** Counts a validation that has ended; says whether it is worth an event of its own. */
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

  /** The time that the calling thread has had a processor, 0 where that is not measured. */
  long cpuNanos() {
    return threads == null || isVirtual() ? 0 : threads.getCurrentThreadCpuTime();
  }

  private static @Nullable ThreadMXBean threadsWithCpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() ? threads : null;
  }

  /** {@code Thread.isVirtual()}, which Java 17 does not have: those are all in one group. */
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
      event.lookDuration = report.duration().toNanos();
      event.error = report.error();
      event.commit();
    }
  }

  /** Options of a {@link JfrMonitor}. Not thread-safe. */
  public static final class Builder {

    private String name = UNNAMED;
    private double outlierMultiple;
    private boolean cpuTimeMeasured;

    private Builder() {}

    /**
     * What the validator is called in events, to tell one of several from the others; {@code
     * default} unless set.
     *
     * @param validator the name
     * @return this builder
     * @throws IllegalArgumentException if the name is blank
     */
    public Builder name(String validator) {
      if (validator.isBlank()) {
        throw new IllegalArgumentException(
            "name: \"" + validator + "\" is blank; choose a word, or leave it out");
      }
      name = validator;
      return this;
    }

    /**
     * Keeps only those validations that take so many times as long as half of them do, beside what
     * the threshold of the recording asks for. What half of them take is estimated as they come, to
     * a few percent. Where most tokens are answered from the cache, that is what a cached one
     * takes, and every other one is an outlier.
     *
     * @param timesMedian from 1 to 1,000,000
     * @return this builder
     * @throws IllegalArgumentException if the multiple is out of range
     */
    public Builder outliers(double timesMedian) {
      if (!(timesMedian >= 1 && timesMedian <= MAX_MULTIPLE)) {
        throw new IllegalArgumentException(
            "outliers: "
                + timesMedian
                + " is not from 1 to 1,000,000; choose how many times the median is long, say 10");
      }
      outlierMultiple = timesMedian;
      return this;
    }

    /**
     * Measures how long the thread of each validation had a processor, which tells slow validations
     * that computed from those that waited. It costs two system calls a validation, a microsecond
     * at most; of virtual threads the JDK does not know it.
     *
     * @return this builder
     */
    public Builder cpuTime() {
      cpuTimeMeasured = true;
      return this;
    }

    /**
     * Makes the monitor.
     *
     * @return the monitor
     */
    public JfrMonitor build() {
      return new JfrMonitor(this);
    }
  }
}
