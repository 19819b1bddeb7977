package org.jwtvalidation.jfr.profiles;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Marks iterations in the recording, and whether they are measured. */
public final class PhaseMarker implements InternalProfiler {

  private PhaseEvent phase = new PhaseEvent();

  @Override
  public String getDescription() {
    return "Phases of the benchmark as events of the Flight Recorder";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    phase = new PhaseEvent();
    phase.benchmark = benchmark.getBenchmark();
    phase.phase = iteration.getType().name();
    phase.begin();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    phase.commit();
    return List.of();
  }
}
