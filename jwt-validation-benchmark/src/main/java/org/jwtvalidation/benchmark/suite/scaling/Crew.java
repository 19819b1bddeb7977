package org.jwtvalidation.benchmark.suite.scaling;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.testkit.AccessPattern;
import org.jwtvalidation.testkit.TokenStream;
import org.jwtvalidation.testkit.Workload;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Threads that share a piece of work. */
@State(Scope.Benchmark)
public class Crew {

  /** How many threads there are. */
  @Param({"1", "2", "4", "8", "16", "50", "100", "200"})
  public int threads = 1;

  /** Of what kind they are. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  private ExecutorService pool;

  /** Hires the threads. */
  @Setup
  public void prepare() {
    pool = Executors.newFixedThreadPool(threads, executor.factory());
  }

  /** Lets the threads go. */
  @TearDown
  public void dismiss() {
    pool.shutdownNow();
  }

  /**
   * Has all threads draw tokens at random, each its part of {@code count}, and waits for the last.
   *
   * @return the length of all issuers' names, so that no answer is for nothing
   */
  long share(int count, Workload workload, Function<String, AccessToken> validation)
      throws ExecutionException, InterruptedException {
    List<Callable<Long>> parts =
        IntStream.range(0, threads)
            .mapToObj(worker -> part(part(count, worker), workload, validation))
            .toList();
    long length = 0;
    for (Future<Long> part : pool.invokeAll(parts)) {
      length += part.get();
    }
    return length;
  }

  /** Parts differ by one where {@code count} is not a multiple of the number of threads. */
  private int part(int count, int worker) {
    return (int) ((long) count * (worker + 1) / threads - (long) count * worker / threads);
  }

  private static Callable<Long> part(
      int count, Workload workload, Function<String, AccessToken> validation) {
    return () -> {
      TokenStream stream = workload.stream(AccessPattern.UNIFORM);
      long length = 0;
      for (int i = 0; i < count; i++) {
        length += validation.apply(stream.next()).issuer().length();
      }
      return length;
    };
  }
}
