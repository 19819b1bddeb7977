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
 * What do the first 1,000 tokens cost in a JVM that has never seen one, all together, from the text
 * of a JWK Set to the last answer? Rows: each algorithm with tables for its key, which are made
 * meanwhile, and without; and both with bcprov on the class path and without. RS256 has no tables
 * and does without bcprov: what its rows differ by is chance.
 *
 * <p>The library is loaded by a class loader of its own in all rows, for bcprov is kept from it by
 * that; the JVM has loaded JMH, has waited for another that signed the tokens, and has read a file.
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

  /** By what signatures are verified. */
  public enum Verification {
    /** By the tables of the key as soon as they are there, which is how it is unless said. */
    TABLES,
    /** By a provider alone. */
    PROVIDER
  }

  /** How many tokens there are. */
  @Param("1000")
  public int tokens = 1000;

  /** By which algorithm they are signed; a text, for the library's enum is not to be loaded. */
  @Param({"RS256", "ES256", "ED25519"})
  public String algorithm = "RS256";

  /** By what signatures are verified. */
  @Param({"TABLES", "PROVIDER"})
  public Verification verification = Verification.TABLES;

  /** Whether bcprov is on the class path. */
  @Param({"true", "false"})
  public boolean bcprov = true;

  private Callable<?> validation;

  /** Has the tokens made. */
  @Setup
  public void prepare() throws IOException, InterruptedException, ReflectiveOperationException {
    validation = validation(Mint.tokens(algorithm, tokens));
  }

  /** The loader stays open, for most classes are still to come. */
  Callable<?> validation(List<String> minted) throws IOException, ReflectiveOperationException {
    return new ClassPathAgain(bcprov)
        .loadClass(FirstTokens.class.getName())
        .asSubclass(Callable.class)
        .getConstructor(String.class, List.class, boolean.class)
        .newInstance(
            minted.get(0), minted.subList(1, minted.size()), verification == Verification.TABLES);
  }

  /** A validator and all of the tokens. */
  @Benchmark
  public Object validate() throws Exception {
    return validation.call();
  }
}
