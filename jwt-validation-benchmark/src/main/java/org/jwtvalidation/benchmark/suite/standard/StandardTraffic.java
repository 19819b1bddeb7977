// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.Callable;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic through caches of several sizes. */
@State(Scope.Benchmark)
public class StandardTraffic extends Traffic {

  /** The size of the cache: none, a tenth of the tokens, all. */
  @Param({"0", "60", "600"})
  public int cacheSize = 60;

  @Override
  protected int cacheSize() {
    return cacheSize;
  }

  /** Returns what one thread calls: the validation of its next token. */
  Callable<AccessToken> validations() {
    TokenStream stream = stream();
    return () -> validator().validate(stream.next());
  }
}
