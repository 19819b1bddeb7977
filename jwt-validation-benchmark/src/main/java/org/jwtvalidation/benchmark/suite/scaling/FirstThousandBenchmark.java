package org.jwtvalidation.benchmark.suite.scaling;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long do the first 1,000 tokens take in a new JVM, from the text of a JWK Set to the last
 * answer? Rows: each algorithm with and without key tables, which are computed meanwhile, and each
 * with and without bcprov on the class path. RS256 uses neither, so its rows differ by chance.
 *
 * <p>All rows load the library by a class loader of its own, which is how bcprov is hidden; the JVM
 * has already loaded JMH, waited for another JVM to sign the tokens, and read a file.
 *
 * <p>Alone: {@code ./mvnw verify -Pbenchmark -Djmh.include=FirstThousandBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(8)
public class FirstThousandBenchmark {

  /** How signatures are verified. */
  public enum Verification {
    /** By key tables as soon as they are complete, which is the default. */
    TABLES,
    /** By providers only. */
    PROVIDER
  }

  /** The number of tokens. */
  @Param("1000")
  public int tokens = 1000;

  /** The algorithm; a string, because the library's enum must not be loaded. */
  @Param({"RS256", "ES256", "ED25519"})
  public String algorithm = "RS256";

  /** How signatures are verified. */
  @Param({"TABLES", "PROVIDER"})
  public Verification verification = Verification.TABLES;

  /** Whether bcprov is on the class path. */
  @Param({"true", "false"})
  public boolean bcprov = true;

  private Callable<?> validation;

  /** Lets another JVM mint the tokens. */
  @Setup
  public void prepare() throws IOException, InterruptedException, ReflectiveOperationException {
    validation = validation(Mint.tokens(algorithm, tokens));
  }

  /** Creates the loader, which stays open because most classes are loaded later. */
  Callable<?> validation(List<String> minted) throws IOException, ReflectiveOperationException {
    return new ClassPathAgain(bcprov)
        .loadClass(FirstTokens.class.getName())
        .asSubclass(Callable.class)
        .getConstructor(String.class, List.class, boolean.class)
        .newInstance(
            minted.get(0), minted.subList(1, minted.size()), verification == Verification.TABLES);
  }

  /** Creates a validator and validates all tokens. */
  @Benchmark
  public Object validate() throws Exception {
    return validation.call();
  }
}
