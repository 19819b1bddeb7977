// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.Arithmetic;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.token.TokenRejectedException;

/** This library, without its cache. */
final class WholeValidation implements Verification {

  private final TokenValidator validator;
  private final SignatureAlgorithm algorithm;

  /** Keeps the claims, so that the compiler cannot leave them out. */
  @Nullable Object accepted;

  WholeValidation(InputFile input, TokenSet set) {
    algorithm = SignatureAlgorithm.named(set.algorithm()).iterator().next();
    String jwkSet =
        set.keys().stream()
            .map(TokenSet.Key::jwk)
            .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    validator =
        TokenValidator.builder()
            .cacheSize(0)
            .issuer(
                IssuerConfig.builder(input.issuer())
                    .audience(input.audience())
                    .algorithms(algorithm)
                    .keySource(KeySource.of(JwkSet.parse(jwkSet)))
                    .build())
            .build();
  }

  @Override
  public boolean accepts(Sample token) {
    try {
      accepted = validator.validate(token.token().compact());
      return true;
    } catch (TokenRejectedException e) {
      return false;
    }
  }

  @Override
  public boolean isSettled(int keys) {
    return Arithmetic.isChosen(validator, algorithm, keys);
  }
}
