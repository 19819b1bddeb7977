// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.workload.AccessPattern;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The tokens and the one validator that all threads share, of a service that is ready. */
@State(Scope.Benchmark)
public abstract class Traffic {

  /** The number of issuers. */
  @Param("3")
  public int issuers = 3;

  /** The number of tokens. */
  @Param("600")
  public int tokens = 600;

  /** The range of lengths of the claim {@code data}. */
  @Param("50-250")
  public String dataLength = "50-250";

  /** The algorithm of the signatures. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** The order of the tokens. */
  @Param("UNIFORM")
  public AccessPattern pattern = AccessPattern.UNIFORM;

  private Workload workload;
  private TokenValidator validator;

  /** Mints the tokens, warms up, and validates each token once, so that the cache is full. */
  @Setup
  public void prepare() {
    String[] lengths = dataLength.split("-", 2);
    workload =
        Workload.builder()
            .issuers(issuers)
            .tokens(tokens)
            .dataLength(Integer.parseInt(lengths[0]), Integer.parseInt(lengths[1]))
            .algorithm(algorithm)
            .keptIn(RunFolder.workloads())
            .build();
    validator = configure(workload.validator().cacheSize(cacheSize())).build();
    // Otherwise only as many threads verify as there are processors, until the JVM has compiled
    // what they run: in some JVMs longer than a load warms up.
    validator.warmUp();
    for (int number = 0; number < tokens; number++) {
      validator.validate(workload.token(number));
    }
    OwnResults.describe(validator);
  }

  /** {@return whether the validator has chosen its arithmetic, or will verify nothing} */
  public boolean isArithmeticChosen() {
    return cacheSize() >= tokens || Arithmetic.isChosen(validator, algorithm);
  }

  /** {@return the validator that all threads share} */
  public TokenValidator validator() {
    return validator;
  }

  /** {@return the tokens} */
  public Workload workload() {
    return workload;
  }

  /** {@return the tokens of one thread} */
  public TokenStream stream() {
    return workload.stream(pattern);
  }

  /** Sets further options of the validator; none unless overridden. */
  protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
    return builder;
  }

  /** {@return the size of the cache} */
  protected abstract int cacheSize();
}
