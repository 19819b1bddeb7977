// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.keysource.KeySource;

/** The keys that are published now, without a server and always available. */
record MemoryKeySource(KeyRing keys) implements KeySource {

  @Override
  public JwkSet jwkSet() {
    return keys.jwkSet();
  }
}
