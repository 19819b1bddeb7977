// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.standard;

import java.util.List;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.ServerUnderLoad;
import org.jwtvalidation.benchmark.suite.StepResults;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.jwtvalidation.benchmark.workload.TokenStream;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.LatencySnapshot;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.Result;

/**
 * What does each step take while 100 threads validate? As {@link ValidationBenchmark}, with a
 * {@link LatencyMonitor}, whose own time is part of the steps. A thread that has to wait for a
 * processor lengthens the step in which it waits.
 */
@Fork(1)
public class StepsUnderLoadBenchmark extends ServerUnderLoad {

  /** Traffic whose validations are monitored. */
  @State(Scope.Benchmark)
  public static class MonitoredTraffic extends Traffic {

    /** The size of the cache: a tenth of the tokens. */
    @Param("60")
    public int cacheSize = 60;

    private final LatencyMonitor monitor = new LatencyMonitor();

    @Override
    protected int cacheSize() {
      return cacheSize;
    }

    @Override
    protected TokenValidator.Builder configure(TokenValidator.Builder builder) {
      return builder.monitor(monitor);
    }
  }

  private LatencyMonitor monitor = new LatencyMonitor();
  private LatencySnapshot before = monitor.snapshot();

  /** Takes the traffic. */
  @Setup
  public void prepare(MonitoredTraffic traffic) {
    monitor = traffic.monitor;
    prepare(
        () -> {
          TokenStream stream = traffic.stream();
          return () -> traffic.validator().validate(stream.next());
        },
        traffic::isArithmeticChosen);
  }

  /** Forgets what the warm-up took. */
  @Setup(Level.Iteration)
  public void begin() {
    before = monitor.snapshot();
  }

  /** Gives JMH what the iteration took. */
  @TearDown(Level.Iteration)
  public void end() {
    OwnResults.add(recorded());
  }

  List<Result<?>> recorded() {
    return StepResults.of(monitor.snapshot().since(before));
  }
}
