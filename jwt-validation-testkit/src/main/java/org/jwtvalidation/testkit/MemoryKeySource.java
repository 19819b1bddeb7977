package org.jwtvalidation.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;

/** The keys that are published now, without a server and always at hand. */
record MemoryKeySource(KeyRing keys) implements KeySource {

  @Override
  public JwkSet jwkSet() {
    return keys.jwkSet();
  }

  @Override
  public CompletionStage<JwkSet> jwkSetAsync() {
    return CompletableFuture.completedStage(jwkSet());
  }

  @Override
  public CompletionStage<JwkSet> refreshedAsync(JwkSet seen) {
    return jwkSetAsync();
  }
}
