// SPDX-License-Identifier: Apache-2.0
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
 * Does {@code -Djava.security.egd=file:/dev/./urandom} speed up the first random numbers of a JVM?
 * Rows: the default generator and the strong one, each with and without the flag, in many new JVMs.
 *
 * <p>The flag dates from the time when {@code /dev/random} blocked. Since Linux 5.6, it no longer
 * blocks after the start of the system, and the JDK reads {@code /dev/urandom} anyway. Today the
 * flag has another effect: the JDK recognizes two device names, of which this is neither, so that
 * the default becomes {@code DRBG} instead of {@code NativePRNG} and takes longer to set up. The
 * strong generator reads {@code /dev/random} regardless of the flag.
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

  /** The strong generator, for long-term secrets. */
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
