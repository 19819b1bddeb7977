// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * A benchmark of 100 callers that validate concurrently, each its next token as soon as the last is
 * done: how many the machine validates in a second, and how long each caller waits.
 *
 * <p>One caller warms up alone; then all warm up as they measure, until they are level. A row fails
 * if the latencies in a second add up to less than four fifths of a second for each caller.
 *
 * <p>JMH's own threads do not suit more threads than processors: JMH divides the calls of each
 * thread by the time that this thread ran, and sums the quotients. Nor can JMH end an iteration on
 * time, because its timer thread waits for a processor.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1, time = 10)
@Measurement(iterations = 1, time = 6)
@Fork(3)
public abstract class ServerUnderLoad {

  /** Twenty slices of a processor for each thread, each of three milliseconds. */
  private static final Duration LEAST_FOR_A_THREAD = Duration.ofMillis(20 * 3);

  /** Less could be shorter than one wait, as for a processor that another machine has. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  private static final double LEAST_AT_WORK = 0.8;

  /** The number of threads, each of which is a caller unless there are more callers. */
  @Param("100")
  public int threads = 100;

  /** The kind of the threads; with virtual threads, each request has a new one. */
  @Param("PLATFORM")
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  private @Nullable Supplier<? extends Callable<?>> calls;
  private BooleanSupplier ready = () -> true;
  private @Nullable Executor server;
  private boolean level;

  /**
   * Sets what is measured.
   *
   * @param calls supplies each caller with its call
   * @param chosen whether the validator has chosen its arithmetic, for which the warm-up waits
   */
  protected final void prepare(Supplier<? extends Callable<?>> calls, BooleanSupplier chosen) {
    this.calls = calls;
    this.ready = chosen;
  }

  /** {@return the number of callers; as many as threads, unless overridden} */
  protected int callers() {
    return threads;
  }

  /** Validates for the time of the iteration; to warm up, until the rate is level. */
  @Benchmark
  public void validate(IterationParams iteration) throws InterruptedException {
    Duration time = Duration.ofMillis(iteration.getTime().convertTo(TimeUnit.MILLISECONDS));
    if (iteration.getType() == IterationType.WARMUP) {
      Duration left =
          ClosedLoop.warmUpAlone(Objects.requireNonNull(calls), executor.factory(), time);
      level = start().untilLevel(left, ready);
    } else {
      OwnResults.add(measure(time).results());
      OwnResults.add("level", level ? 1 : 0);
    }
  }

  /**
   * Measures.
   *
   * @param time at least
   * @return the result
   * @throws IllegalStateException if too few callers were at work
   */
  public final LoadResult measure(Duration time) throws InterruptedException {
    Duration measured =
        Collections.max(List.of(time, LEAST, LEAST_FOR_A_THREAD.multipliedBy(threads)));
    return checked(start().measure(measured), callers());
  }

  static LoadResult checked(LoadResult result, int callers) {
    if (result.inFlight() < LEAST_AT_WORK * callers) {
      throw new IllegalStateException(
          "of %d callers, only %.1f were at work on average".formatted(callers, result.inFlight()));
    }
    return result;
  }

  private ClosedLoop start() {
    ClosedLoop loop = new ClosedLoop(callers(), Objects.requireNonNull(calls));
    if (executor == WorkerThreads.PLATFORM && threads >= callers()) {
      return loop.startOnThreadsOfTheirOwn(executor.factory());
    }
    if (server == null) {
      server = executor.server(threads);
    }
    return loop.startOn(server);
  }
}
