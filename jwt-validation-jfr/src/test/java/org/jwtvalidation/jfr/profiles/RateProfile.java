package org.jwtvalidation.jfr.profiles;

import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What happens inside a busy server while its rate is measured? 100 threads of the benchmark's own
 * validate, each the next token as soon as it has the answer to its last.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark-jfr -Djmh.include=RateProfile}
 */
@BenchmarkMode({Mode.Throughput, Mode.AverageTime})
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RateProfile extends ServerUnderLoad {

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

  /** Warms up. */
  @Setup
  public void prepare(ProfiledTraffic traffic, BenchmarkParams row) throws Exception {
    prepare(row, traffic::validations);
  }
}
