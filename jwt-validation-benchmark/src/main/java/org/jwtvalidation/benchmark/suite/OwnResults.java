// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.KeyTables;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Gives JMH the results that a benchmark measures itself, and writes to each iteration by which
 * arithmetic the validator verified signatures. JMH creates one instance in each JVM; its thread
 * also runs the benchmarks that have own results.
 */
public final class OwnResults implements InternalProfiler {

  /** The name of the result that becomes the score of its row. */
  public static final String SCORE = "score";

  private static final List<Result<?>> MEASURED = new ArrayList<>();
  private static @Nullable TokenValidator validator;

  /**
   * Adds results to those of the current iteration.
   *
   * @param results one for each name
   */
  public static synchronized void add(Collection<? extends Result<?>> results) {
    MEASURED.addAll(results);
  }

  /**
   * Adds a result, whose score is the mean of all JVMs.
   *
   * @param name the name in the file of results
   * @param value the value in this JVM
   */
  public static synchronized void add(String name, double value) {
    MEASURED.add(scalar(name, value));
  }

  /**
   * Adds the result that is the score of the row, in the place of the time of the operation.
   *
   * @param value the value in this JVM
   * @param unit its unit
   */
  public static synchronized void addScore(double value, String unit) {
    MEASURED.add(new ScalarResult(SCORE, value, unit, AggregationPolicy.AVG));
  }

  /**
   * Names the validator that the benchmark measures.
   *
   * @param measured verifies the signatures
   */
  public static synchronized void describe(TokenValidator measured) {
    validator = measured;
  }

  private static synchronized List<Result<?>> take() {
    List<Result<?>> results = new ArrayList<>(MEASURED);
    MEASURED.clear();
    if (validator != null) {
      Collection<KeyTables> tables = validator.keyTables().values();
      results.add(scalar("tables", tables.stream().mapToInt(KeyTables::count).sum()));
      results.add(scalar("declined", tables.stream().mapToInt(KeyTables::declined).sum()));
    }
    return results;
  }

  private static ScalarResult scalar(String name, double value) {
    return new ScalarResult(name, value, "", AggregationPolicy.AVG);
  }

  @Override
  public String getDescription() {
    return "Results that benchmarks measure themselves";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return take();
  }
}
