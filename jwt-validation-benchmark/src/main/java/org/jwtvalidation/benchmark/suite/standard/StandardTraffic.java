package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.Callable;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic through caches of several sizes. */
@State(Scope.Benchmark)
public class StandardTraffic extends Traffic {

  /** How many tokens the cache holds: a tenth, none, all. */
  @Param({"60", "0", "600"})
  public int cacheSize = 60;

  @Override
  protected int cacheSize() {
    return cacheSize;
  }

  /** What one thread calls: the whole validation of the next token. */
  Callable<AccessToken> validations() {
    TokenStream stream = stream();
    return () -> validator().validate(stream.next());
  }
}
