package org.jwtvalidation.benchmark.suite.startup;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do the first random numbers of a JVM cost, without and with {@code
 * -Djava.security.egd=file:/dev/./urandom}? Rows: the generator that one gets by default, and the
 * strong one, each in many new JVMs.
 *
 * <p>The flag is from the days when {@code /dev/random} kept programs waiting. Linux has not done
 * so since version 5.6 once it has started, and the JDK draws from {@code /dev/urandom} anyway.
 * What the flag does today: the JDK knows two names of devices, and this is neither, so that the
 * default is {@code DRBG} in place of {@code NativePRNG}, and takes longer to set up. The strong
 * generator reads {@code /dev/random} whatever the flag says.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=EntropyBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(10)
public class EntropyBenchmark {

  final byte[] numbers = new byte[32];

  /** The default generator. */
  @Benchmark
  public SecureRandom usual() {
    SecureRandom random = new SecureRandom();
    random.nextBytes(numbers);
    return random;
  }

  /** The same with the flag. */
  @Benchmark
  @Fork(value = 10, jvmArgsAppend = StartUpBenchmark.EGD)
  public SecureRandom usualWithFlag() {
    return usual();
  }

  /** The generator for what is to be kept secret for long. */
  @Benchmark
  public SecureRandom strong() throws NoSuchAlgorithmException {
    SecureRandom random = SecureRandom.getInstanceStrong();
    random.nextBytes(numbers);
    return random;
  }

  /** The same with the flag. */
  @Benchmark
  @Fork(value = 10, jvmArgsAppend = StartUpBenchmark.EGD)
  public SecureRandom strongWithFlag() throws NoSuchAlgorithmException {
    return strong();
  }
}
