// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.scaling;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.ValuesOf;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * How does the throughput of one validator scale with threads, which draw from 600 tokens? Rows:
 * all tokens cached, no cache, and, for comparison, a bare map without writers, which scales
 * ideally.
 */
@Fork(1)
public class ThreadScalingBenchmark extends ServerUnderLoad {

  /** Where a token is looked up. */
  public enum Lookup {
    /** In the validator's cache, which has all. */
    HIT,
    /** Nowhere: the validator has no cache. */
    MISS,
    /** In a bare map, which hashes all characters of the token. */
    MAP
  }

  /** Where a token is looked up. */
  @Param public Lookup lookup = Lookup.HIT;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** {@return the numbers of threads to compare} */
  @ValuesOf("threads")
  public static String[] crews() {
    return new String[] {"1", "2", "4", "8", "16", "50", "100", "200"};
  }

  private Workload workload;
  private TokenValidator validator;
  private Function<String, AccessToken> answers;

  /** Mints the tokens and fills the cache and the map. */
  @Setup
  public void prepare() {
    workload = Workload.builder().tokens(tokens).build();
    validator = workload.validator().cacheSize(lookup == Lookup.MISS ? 0 : tokens).build();
    validator.warmUp();
    OwnResults.describe(validator);
    ConcurrentHashMap<String, AccessToken> map = new ConcurrentHashMap<>();
    for (int number = 0; number < tokens; number++) {
      map.put(workload.token(number), validator.validate(workload.token(number)));
    }
    answers =
        lookup == Lookup.MAP
            ? token -> Objects.requireNonNull(map.get(token))
            : validator::validate;
    prepare(this::calls, this::isArithmeticChosen);
  }

  private boolean isArithmeticChosen() {
    return lookup != Lookup.MISS || Arithmetic.isChosen(validator, SignatureAlgorithm.RS256);
  }

  /** Returns what one thread calls. */
  Callable<AccessToken> calls() {
    TokenStream stream = workload.stream(AccessPattern.UNIFORM);
    return () -> answers.apply(stream.next());
  }
}
