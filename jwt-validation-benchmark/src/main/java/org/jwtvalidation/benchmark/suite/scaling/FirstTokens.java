package org.jwtvalidation.benchmark.suite.scaling;

import java.util.List;
import java.util.concurrent.Callable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;

/** A new validator and all the tokens that it has ever seen. */
public final class FirstTokens implements Callable<Integer> {

  private final String jwkSet;
  private final List<String> tokens;
  private final boolean byTables;

  /**
   * Touches no class of the library.
   *
   * @param jwkSet the text of the JWK Set of the issuer
   * @param tokens the tokens
   * @param byTables whether the validator may make tables for keys, or leaves all to providers
   */
  public FirstTokens(String jwkSet, List<String> tokens, boolean byTables) {
    this.jwkSet = jwkSet;
    this.tokens = tokens;
    this.byTables = byTables;
  }

  /**
   * Makes the validator and validates each token once.
   *
   * @return how many were accepted, which is all of them
   */
  @Override
  public Integer call() {
    TokenValidator.Builder builder =
        TokenValidator.builder()
            .issuer(
                IssuerConfig.builder("https://issuer.example")
                    .audience("test-api")
                    .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                    .build())
            .cacheSize(0);
    TokenValidator validator = (byTables ? builder : builder.signaturesByProvidersOnly()).build();
    int accepted = 0;
    for (String token : tokens) {
      validator.validate(token);
      accepted++;
    }
    return accepted;
  }
}
