// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.OtherJvm;
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

/**
 * How long does it take to start a JVM and validate a token? Each operation starts a JVM and waits
 * for its end. Rows: a JVM that does nothing, and one that validates a token, each with and without
 * {@code -Djava.security.egd=file:/dev/./urandom}.
 *
 * <p>The flag does not help: the verification of a signature uses no random numbers, so that the
 * JVM may open the device that the flag names, but never reads it. For the effect of the flag see
 * {@link EntropyBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 15)
@Fork(1)
public class StartUpBenchmark {

  static final String EGD = "-Djava.security.egd=file:/dev/./urandom";

  /** The flag, or one without effect. */
  @Param({"-Dno.flag", EGD})
  public String flag = "-Dno.flag";

  /** Starts and ends a JVM, which no library affects. */
  @Benchmark
  public String nothing() throws IOException, InterruptedException {
    return run();
  }

  /** Starts a JVM that validates an RS256 token and ends. */
  @Benchmark
  public String firstToken() throws IOException, InterruptedException {
    return run("RS256");
  }

  String run(String... arguments) throws IOException, InterruptedException {
    return OtherJvm.run(Child.class, flag, arguments);
  }

  /** The program of the new JVM: prints the subject of a token of each named algorithm. */
  static final class Child {

    private Child() {}

    public static void main(String[] algorithms) throws IOException {
      for (String algorithm : algorithms) {
        System.out.print(FirstToken.of(algorithm).validate().subject());
      }
    }
  }
}
