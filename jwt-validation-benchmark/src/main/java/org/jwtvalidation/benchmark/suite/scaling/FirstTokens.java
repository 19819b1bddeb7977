package org.jwtvalidation.benchmark.suite.scaling;

import java.util.List;
import java.util.concurrent.Callable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignaturePolicy;
import org.jwtvalidation.keysource.KeySource;

/** The first tokens of a new validator. */
public final class FirstTokens implements Callable<Integer> {

  private final String jwkSet;
  private final List<String> tokens;
  private final boolean byTables;

  /**
   * Loads no class of the library.
   *
   * @param jwkSet the text of the JWK Set of the issuer
   * @param tokens the tokens
   * @param byTables whether the validator may use key tables, or providers only
   */
  public FirstTokens(String jwkSet, List<String> tokens, boolean byTables) {
    this.jwkSet = jwkSet;
    this.tokens = tokens;
    this.byTables = byTables;
  }

  /**
   * Creates the validator and validates each token once.
   *
   * @return the number of accepted tokens, which is that of all tokens
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
    TokenValidator validator =
        (byTables ? builder : builder.signaturePolicy(SignaturePolicy.providersOnly())).build();
    int accepted = 0;
    for (String token : tokens) {
      validator.validate(token);
      accepted++;
    }
    return accepted;
  }
}
