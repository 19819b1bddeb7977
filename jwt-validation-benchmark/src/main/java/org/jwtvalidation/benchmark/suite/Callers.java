package org.jwtvalidation.benchmark.suite;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Threads that call at the same time, each as soon as it has the answer to its last call, until all
 * of them together have made so many calls. Not thread-safe.
 *
 * <p>JMH has threads too, but it divides what each did by the time that it ran, and adds that up.
 * Of 100 threads on a few processors some run for a moment of a second, and such sums tell of ten
 * times what the machine can do. Nor can it watch threads that never rest: whoever wakes up beside
 * them is late.
 */
public final class Callers implements AutoCloseable {

  /** How many calls {@link #callBatch} stands for. */
  public static final int BATCH = 100;

  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final int threads;
  private final ExecutorService pool;
  private int round = BATCH;
  private int ahead;

  /** Hires the threads. */
  public Callers(int threads, WorkerThreads kind) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads, kind.factory());
  }

  /**
   * Has one thread call for as long as the row warms up, before there are many: beside more busy
   * threads than processors the compiler hardly gets a processor itself.
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
   * {@link #BATCH} more calls. They are made in rounds, long enough that beginning and ending one
   * is not what is measured, and most batches find theirs done. What is ahead at the end of an
   * iteration is found by the next one; on the average nothing is lost or won.
   *
   * @return how many are ahead
   */
  public int callBatch(Supplier<? extends Callable<?>> calls)
      throws ExecutionException, InterruptedException {
    if (ahead == 0) {
      long begin = System.nanoTime();
      call(round, calls);
      ahead = round;
      if (System.nanoTime() - begin < LEAST_NANOS) {
        round *= 2;
      }
    }
    ahead -= BATCH;
    return ahead;
  }

  /**
   * So many calls by all threads together, each its part, and all beginning at once.
   *
   * @param calls gives each thread what it calls
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

  /** Parts differ by one where {@code count} is not a multiple of the number of threads. */
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

  /** Lets the threads go. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
