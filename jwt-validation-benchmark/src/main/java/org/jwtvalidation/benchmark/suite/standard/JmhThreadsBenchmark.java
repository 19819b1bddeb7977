// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does JMH say of the load of {@link ValidationBenchmark} if its own 100 threads make it, in
 * each of two modes? It adds up the rates of threads that did not run at the same time, so its
 * numbers are not those of the machine; they are here to show by how much.
 */
@BenchmarkMode({Mode.Throughput, Mode.AverageTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(100)
@Warmup(iterations = 1, time = 2)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class JmhThreadsBenchmark {

  /** Traffic through a cache for a tenth of the tokens. */
  public static class CachedTraffic extends Traffic {

    /** The size of the cache. */
    @Param("60")
    public int cacheSize = 60;

    @Override
    protected int cacheSize() {
      return cacheSize;
    }
  }

  /** One thread. */
  @State(Scope.Thread)
  public static class Caller {

    private TokenStream stream;

    /** Opens the thread's stream of tokens. */
    @Setup
    public void prepare(CachedTraffic traffic) {
      stream = traffic.stream();
    }
  }

  /** Validates the next token. */
  @Benchmark
  public AccessToken validate(CachedTraffic traffic, Caller caller) {
    return traffic.validator().validate(caller.stream.next());
  }
}
