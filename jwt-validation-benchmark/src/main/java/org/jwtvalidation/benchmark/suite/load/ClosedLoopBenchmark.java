// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.Gate;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.suite.WorkerThreads;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * How long do 100 callers wait that make their next request as soon as the last is answered? With
 * as many platform threads as callers, each caller has its own; fewer threads are a pool for all
 * requests; with virtual threads, each request has a new one. Latency counts from request to
 * answer, and so includes the wait for a thread or at a gate.
 *
 * <p>The mean latency is the number of callers divided by the throughput, whatever the server does
 * (Little's law); what differs is the spread.
 */
@Fork(3)
public class ClosedLoopBenchmark extends ServerUnderLoad {

  /** The number of callers. */
  @Param("100")
  public int callers = 100;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The size of the cache. */
  @Param("0")
  public int cacheSize;

  /** The algorithm of the signatures. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** The limit on concurrent validations, as {@link Gate#of} reads it. */
  @Param("none")
  public String gate = "none";

  /** JVM options between spaces, such as the choice of a garbage collector. */
  @Param("")
  public String jvm = "";

  /** {@return the kinds of threads that this JDK has} */
  @ValuesOf("executor")
  public static String[] executors() {
    return WorkerThreads.available();
  }

  /** Mints the tokens. */
  @Setup
  public void prepare() {
    if (threads > callers) {
      throw new IllegalArgumentException(
          "threads: " + threads + " exceeds the number of callers; choose at most " + callers);
    }
    Workload workload = Workload.builder().tokens(tokens).algorithm(algorithm).build();
    Gate entrance = Gate.of(gate);
    TokenValidator validator =
        entrance.configure(workload.validator().cacheSize(cacheSize)).build();
    validator.warmUp();
    OwnResults.describe(validator);
    prepare(
        () -> {
          TokenStream stream = workload.stream(AccessPattern.UNIFORM);
          return entrance.around(() -> validator.validate(stream.next()));
        },
        () -> cacheSize >= tokens || Arithmetic.isChosen(validator, algorithm));
  }

  @Override
  protected int callers() {
    return callers;
  }
}
