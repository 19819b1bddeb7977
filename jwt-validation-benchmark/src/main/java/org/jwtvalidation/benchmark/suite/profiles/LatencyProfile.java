package org.jwtvalidation.benchmark.suite.profiles;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jwtvalidation.benchmark.suite.Callers;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How long does each caller of a busy server wait, and for what? 100 threads of JMH validate; the
 * percentiles cover all of their validations.
 *
 * <p>A virtual thread yields between two validations, as it would to wait for its next request,
 * because nothing preempts it. The yield is not measured.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark-jfr -Djmh.include=LatencyProfile}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(100)
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LatencyProfile {

  /** The kind of the threads. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  /** {@return the kinds of threads that the running JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** {@return the gates to compare} */
  @ValuesOf("gate")
  public static String[] gates() {
    return ProfiledTraffic.gates();
  }

  /** Warms up, with one thread. */
  @Setup
  public void prepare(ProfiledTraffic traffic, BenchmarkParams row) throws Exception {
    Callers.warmUp(row, traffic.validations());
  }

  /** The whole validation of the next token. */
  @Benchmark
  public Object validate(Caller caller) throws Exception {
    return caller.validations.call();
  }

  /** One thread. */
  @State(Scope.Thread)
  public static class Caller {

    private Callable<?> validations;
    private boolean yields;

    /** Opens the thread's stream of tokens. */
    @Setup
    public void prepare(LatencyProfile profile, ProfiledTraffic traffic) {
      validations = traffic.validations();
      yields = profile.executor == WorkerThreads.VIRTUAL;
    }

    /** Yields to the other virtual threads. */
    @TearDown(Level.Invocation)
    public void rest() {
      if (yields) {
        LockSupport.parkNanos(1);
      }
    }
  }
}
