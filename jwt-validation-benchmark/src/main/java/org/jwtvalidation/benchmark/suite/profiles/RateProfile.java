package org.jwtvalidation.benchmark.suite.profiles;

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
 * What happens inside a busy server while its throughput is measured? The benchmark starts 100
 * threads, each of which validates its next token as soon as the last one is done.
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

  /** {@return the gates to compare} */
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
