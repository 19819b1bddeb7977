package org.jwtvalidation.jfr.profiles;

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
 * percentiles are over all of their validations.
 *
 * <p>A virtual thread lets the others run between two validations, as one does that waits for its
 * next request; nobody takes the processor from it before. That pause is not measured.
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

  /** Of what kind the threads are. */
  @Param({"PLATFORM", "VIRTUAL"})
  public WorkerThreads executor = WorkerThreads.PLATFORM;

  /** {@return the kinds of threads that the running JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** {@return what bounds verifications} */
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

    /** Begins a stream. */
    @Setup
    public void prepare(LatencyProfile profile, ProfiledTraffic traffic) {
      validations = traffic.validations();
      yields = profile.executor == WorkerThreads.VIRTUAL;
    }

    /** Lets the others run. */
    @TearDown(Level.Invocation)
    public void rest() {
      if (yields) {
        LockSupport.parkNanos(1);
      }
    }
  }
}
