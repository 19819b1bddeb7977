// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.profiles;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** Marks iterations in the recording, and whether they are measured. */
public final class PhaseMarker implements InternalProfiler {

  private @Nullable PhaseEvent phase;

  @Override
  public String getDescription() {
    return "Phases of the benchmark as events of the Flight Recorder";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    PhaseEvent begun = new PhaseEvent(benchmark.getBenchmark(), iteration.getType().name());
    begun.begin();
    phase = begun;
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Objects.requireNonNull(phase).commit();
    return List.of();
  }
}
