package org.jwtvalidation.benchmark.suite;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A benchmark of 100 threads that validate concurrently. Throughput and time per token are those of
 * the machine: each caller waits 100 times as long.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public abstract class ServerUnderLoad {

  /** The number of threads. */
  @Param("100")
  public int threads = 100;

  /** The kind of the threads. */
  @Param("PLATFORM")
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  private @Nullable Callers callers;
  private @Nullable Supplier<? extends Callable<?>> calls;

  /**
   * Creates the threads and warms up.
   *
   * @param calls supplies each thread with its call
   */
  protected final void prepare(BenchmarkParams row, Supplier<? extends Callable<?>> calls)
      throws Exception {
    this.calls = calls;
    callers = new Callers(threads, executor);
    Callers.warmUp(row, calls.get());
  }

  /** Validates the next tokens. */
  @Benchmark
  @OperationsPerInvocation(Callers.BATCH)
  public int validate() throws ExecutionException, InterruptedException {
    return Objects.requireNonNull(callers).callBatch(Objects.requireNonNull(calls));
  }

  /** Ends the threads. */
  @TearDown
  public void close() {
    if (callers != null) {
      callers.close();
    }
  }
}
