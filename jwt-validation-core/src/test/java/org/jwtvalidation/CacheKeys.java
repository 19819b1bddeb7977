// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.List;

/** What the token cache finds tokens by, for tests of other packages. */
public final class CacheKeys {

  private CacheKeys() {}

  /** The keys of these tokens. */
  public static List<? extends Comparable<?>> of(List<String> tokens) {
    return tokens.stream().map(TokenCache.Key::new).toList();
  }
}
