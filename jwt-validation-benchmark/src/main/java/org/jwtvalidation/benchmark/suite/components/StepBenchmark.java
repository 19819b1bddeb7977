// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.components;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.PipelineSteps;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.suite.OwnResults;
import org.jwtvalidation.benchmark.suite.RunFolder;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.keysource.KeySource;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.AccessToken;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What does each step of a validation cost alone? Each row is a step of {@link
 * org.jwtvalidation.token.ValidationStep}; {@link #whole} is a validation with all steps, to
 * compare with their sum, and {@link #cached} one that finds its token in the cache.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 100, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class StepBenchmark {

  private static final int TOKENS = 600;

  private Workload workload;
  private List<PipelineSteps.Validation> validations = List.of();
  private TokenValidator missing;
  private TokenValidator hitting;

  /** Runs all steps for 600 tokens. */
  @Setup
  public void prepare(BenchmarkParams row) throws Exception {
    prepare();
    if (row.getBenchmark().endsWith(".whole")) {
      OwnResults.describe(missing);
    }
  }

  /** A cache for a single token stores each token again. */
  final void prepare() throws Exception {
    workload = Workload.builder().tokens(TOKENS).keptIn(RunFolder.workloads()).build();
    List<IssuerConfig> issuers =
        workload.issuers().stream()
            .map(issuer ->
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .keySource(KeySource.of(issuer.jwkSet()))
                    .build())
            .toList();
    PipelineSteps steps = new PipelineSteps(issuers, 1);
    List<PipelineSteps.Validation> prepared = new ArrayList<>();
    for (int number = 0; number < TOKENS; number++) {
      prepared.add(steps.validation(workload.token(number)));
    }
    validations = List.copyOf(prepared);
    missing = workload.validator().cacheSize(1).build();
    hitting = workload.validator().cacheSize(TOKENS).build();
    for (int number = 0; number < TOKENS; number++) {
      missing.validate(workload.token(number));
      hitting.validate(workload.token(number));
    }
  }

  private PipelineSteps.Validation any() {
    return validations.get(ThreadLocalRandom.current().nextInt(TOKENS));
  }

  /** As in a request, a new string, whose hash code is not computed yet. */
  private String anyToken() {
    return workload.token(ThreadLocalRandom.current().nextInt(TOKENS));
  }

  /** Step 0. */
  @Benchmark
  public String tokenFormatCheck() throws Exception {
    return any().checkFormat();
  }

  /** Step 1 for an uncached token, including the read of the clock. */
  @Benchmark
  public boolean cacheLookup() {
    return any().isCached();
  }

  /** Step 2. */
  @Benchmark
  public Object tokenParsing() throws Exception {
    return any().parse();
  }

  /** Steps 3 and 4. */
  @Benchmark
  public Object issuerConfigResolution() {
    return any().findIssuer();
  }

  /** Step 5. */
  @Benchmark
  public Object headerValidation() throws Exception {
    return any().checkHeader();
  }

  /** Step 6. */
  @Benchmark
  public Object claimsValidation() throws Exception {
    return any().checkClaims();
  }

  /** Step 7. */
  @Benchmark
  public Object keyResolution() {
    return any().resolveKey();
  }

  /** Step 8. */
  @Benchmark
  @Warmup(iterations = 1, time = 6)
  public Object signatureValidation() {
    return any().verifySignature();
  }

  /** Steps 9 and 10. */
  @Benchmark
  public AccessToken tokenBuilding() throws Exception {
    return any().build();
  }

  /** Step 11, with an eviction. */
  @Benchmark
  public void cacheStore() {
    any().store();
  }

  /** All steps for an uncached token. */
  @Benchmark
  @Warmup(iterations = 1, time = 6)
  public AccessToken whole() {
    return missing.validate(anyToken());
  }

  /** All steps for a cached token. */
  @Benchmark
  public AccessToken cached() {
    return hitting.validate(anyToken());
  }
}
