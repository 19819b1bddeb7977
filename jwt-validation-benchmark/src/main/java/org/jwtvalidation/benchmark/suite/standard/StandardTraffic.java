package org.jwtvalidation.benchmark.suite.standard;

import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.testkit.TokenStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
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

  /** One thread. */
  @State(Scope.Thread)
  public static class Caller {

    private TokenStream stream;

    /** Begins a stream. */
    @Setup
    public void prepare(StandardTraffic traffic) {
      stream = traffic.stream();
    }

    String nextToken() {
      return stream.next();
    }
  }
}
