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
 * How long does it take from nothing until a JVM has validated its first token, and does {@code
 * -Djava.security.egd=file:/dev/./urandom} change that? Each operation starts a JVM and waits for
 * its end; rows: one that does nothing, and one that validates a token, each without the flag and
 * with it.
 *
 * <p>The flag is no help: to verify a signature takes no random number, so that the JVM may open
 * the device that the flag names, but never reads from it. {@link EntropyBenchmark} has what the
 * flag does do.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=StartUpBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 15)
@Fork(1)
public class StartUpBenchmark {

  static final String EGD = "-Djava.security.egd=file:/dev/./urandom";

  /** The flag, or another that says nothing. */
  @Param({"-Dno.flag", EGD})
  public String flag = "-Dno.flag";

  /** A JVM that starts and ends: what no library can change. */
  @Benchmark
  public String nothing() throws IOException, InterruptedException {
    return run();
  }

  /** A JVM that validates a token of RS256 and ends. */
  @Benchmark
  public String firstToken() throws IOException, InterruptedException {
    return run("RS256");
  }

  String run(String... arguments) throws IOException, InterruptedException {
    return OtherJvm.run(Child.class, flag, arguments);
  }

  /** What the new JVM does: whose token it was, for each algorithm that is named. */
  static final class Child {

    private Child() {}

    public static void main(String[] algorithms) throws IOException {
      for (String algorithm : algorithms) {
        System.out.print(FirstToken.of(algorithm).validate().subject());
      }
    }
  }
}
