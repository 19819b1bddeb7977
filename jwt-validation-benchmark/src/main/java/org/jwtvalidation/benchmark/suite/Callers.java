package org.jwtvalidation.benchmark.suite;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Threads that call concurrently, each without a pause, until together they have made a given
 * number of calls. Not thread-safe.
 *
 * <p>JMH's own threads do not suit more threads than processors: JMH divides the calls of each
 * thread by the time that this thread ran, and sums the quotients. Of 100 threads on a few
 * processors, some run for a fraction of a second only, and the sum is up to ten times the real
 * throughput. Nor can JMH end an iteration on time, because its timer thread waits for a processor.
 */
public final class Callers implements AutoCloseable {

  /** The number of calls that {@link #callBatch} accounts for. */
  public static final int BATCH = 100;

  private static final long MIN_ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final int threads;
  private final LongSupplier nanoTime;
  private final ExecutorService pool;
  private int round = BATCH;
  private int ahead;

  /** Creates the pool of threads. */
  public Callers(int threads, WorkerThreads kind) {
    this(threads, kind, System::nanoTime);
  }

  /** Creates the pool of threads, whose rounds are measured by another clock. */
  Callers(int threads, WorkerThreads kind, LongSupplier nanoTime) {
    this.threads = threads;
    this.nanoTime = nanoTime;
    this.pool = Executors.newFixedThreadPool(threads, kind.factory());
  }

  /**
   * Calls from a single thread for the warm-up time of the row, before there are many: with more
   * busy threads than processors, the JIT compiler hardly gets a processor.
   */
  public static void warmUp(BenchmarkParams row, Callable<?> call) throws Exception {
    IterationParams warmup = row.getWarmup();
    long nanos = warmup.getCount() * warmup.getTime().convertTo(TimeUnit.NANOSECONDS);
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      call.call();
    }
  }

  /**
   * Accounts for {@link #BATCH} more calls. Calls are made in rounds that are long enough to make
   * their start and end negligible, so that most batches only count calls already made. Calls that
   * an iteration leaves uncounted count in the next one, so the average is right.
   *
   * @return the number of calls made, but not yet counted
   */
  public int callBatch(Supplier<? extends Callable<?>> calls)
      throws ExecutionException, InterruptedException {
    if (ahead == 0) {
      long begin = nanoTime.getAsLong();
      call(round, calls);
      ahead = round;
      if (nanoTime.getAsLong() - begin < MIN_ROUND_NANOS) {
        round *= 2;
      }
    }
    ahead -= BATCH;
    return ahead;
  }

  /**
   * Makes {@code count} calls from all threads together, in equal parts and with a common start.
   *
   * @param calls supplies each thread with its call
   */
  public void call(int count, Supplier<? extends Callable<?>> calls)
      throws ExecutionException, InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Callable<Void>> parts =
        IntStream.range(0, threads)
            .mapToObj(caller -> part(part(count, caller), calls.get(), start))
            .toList();
    for (Future<Void> part : pool.invokeAll(parts)) {
      part.get();
    }
  }

  /** The parts differ by one if {@code count} is not a multiple of the number of threads. */
  private int part(int count, int caller) {
    return (int) ((long) count * (caller + 1) / threads - (long) count * caller / threads);
  }

  private static Callable<Void> part(int count, Callable<?> call, CyclicBarrier start) {
    return () -> {
      Blackhole blackhole =
          new Blackhole(
              "Today's password is swordfish. I understand instantiating Blackholes directly is"
                  + " dangerous.");
      start.await();
      for (int i = 0; i < count; i++) {
        blackhole.consume(call.call());
      }
      return null;
    };
  }

  /** Ends the threads. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
