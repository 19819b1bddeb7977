package org.jwtvalidation.benchmark.suite.scaling;

import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.benchmark.suite.Callers;
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

  /** The number of threads. */
  @Param({"1", "2", "4", "8", "16", "50", "100", "200"})
  public int threads = 1;

  /** The kind of the threads. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  private Callers callers;

  /** Creates the threads. */
  @Setup
  public void prepare() {
    callers = new Callers(threads, executor);
  }

  /** Ends the threads. */
  @TearDown
  public void dismiss() {
    callers.close();
  }

  /** Runs {@code count} calls with random tokens, in equal parts on all threads. */
  void share(int count, Workload workload, Function<String, AccessToken> validation)
      throws ExecutionException, InterruptedException {
    callers.call(
        count,
        () -> {
          TokenStream stream = workload.stream(AccessPattern.UNIFORM);
          return () -> validation.apply(stream.next());
        });
  }
}
