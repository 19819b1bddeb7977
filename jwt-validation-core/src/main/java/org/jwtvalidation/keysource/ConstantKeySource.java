package org.jwtvalidation.keysource;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jwtvalidation.jwk.JwkSet;

/** Keys that never change. */
record ConstantKeySource(JwkSet jwkSet) implements KeySource {

  @Override
  public CompletionStage<JwkSet> jwkSetAsync() {
    return CompletableFuture.completedStage(jwkSet);
  }

  @Override
  public CompletionStage<JwkSet> refreshedAsync(JwkSet seen) {
    return jwkSetAsync();
  }
}
