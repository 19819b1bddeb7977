package org.jwtvalidation.benchmark.suite;

import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.AccessPattern;
import org.jwtvalidation.testkit.TokenStream;
import org.jwtvalidation.testkit.Workload;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The tokens and the one validator that all threads share. */
@State(Scope.Benchmark)
public abstract class Traffic {

  /** How many issuers there are. */
  @Param("3")
  public int issuers = 3;

  /** How many tokens there are. */
  @Param("600")
  public int tokens = 600;

  /** How long the claim {@code data} of a token is, from and to. */
  @Param("50-250")
  public String dataLength = "50-250";

  /** By which algorithm they are signed. */
  @Param("RS256")
  public SignatureAlgorithm algorithm = SignatureAlgorithm.RS256;

  /** In which order they come. */
  @Param("UNIFORM")
  public AccessPattern pattern = AccessPattern.UNIFORM;

  private Workload workload;
  private TokenValidator validator;

  /**
   * Mints the tokens and shows each to the validator once, so that the cache is as full as it gets.
   */
  @Setup
  public void prepare() {
    String[] lengths = dataLength.split("-", 2);
    workload =
        Workload.builder()
            .issuers(issuers)
            .tokens(tokens)
            .dataLength(Integer.parseInt(lengths[0]), Integer.parseInt(lengths[1]))
            .algorithm(algorithm)
            .build();
    validator = configure(workload.validator().cacheSize(cacheSize())).build();
    for (int number = 0; number < tokens; number++) {
      validator.validate(workload.token(number));
    }
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

  /** Sets what else is to be set of the validator; nothing unless overridden. */
  protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
    return builder;
  }

  /** {@return how many tokens the cache holds} */
  protected abstract int cacheSize();
}
