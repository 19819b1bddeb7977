// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.errors;

import org.jwtvalidation.benchmark.suite.Traffic;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic through a cache for a tenth of the tokens. */
@State(Scope.Benchmark)
public class ErrorTraffic extends Traffic {

  /** The size of the cache. */
  @Param("60")
  public int cacheSize = 60;

  @Override
  protected int cacheSize() {
    return cacheSize;
  }
}
