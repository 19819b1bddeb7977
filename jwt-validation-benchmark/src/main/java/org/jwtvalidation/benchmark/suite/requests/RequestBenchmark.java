// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.requests;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.benchmark.workload.Workload;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.http.pop.BearerRequest;
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

/**
 * What does a request with a cached token cost beside its validation? {@link #validation} is what
 * {@link #request} is compared with, and {@link #monitored} measures the phases, too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 250, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class RequestBenchmark {

  private static final int TOKENS = 600;
  private static final int SCHEME_LENGTH = "Bearer ".length();

  private final AccessRule rule = AccessRule.scope("orders:read");
  private BearerRequest[] requests = {};
  private TokenValidator validator;
  private BearerAuthenticator bearer;
  private BearerAuthenticator watched;

  /** Validates each token once. */
  @Setup
  public void prepare() {
    Workload workload = Workload.builder().tokens(TOKENS).build();
    requests =
        IntStream.range(0, TOKENS)
            .mapToObj(i -> parsed(workload.token(i)))
            .toArray(BearerRequest[]::new);
    validator = workload.validator().build();
    bearer = BearerAuthenticator.builder(validator).build();
    watched = BearerAuthenticator.builder(validator).monitor(new HttpMetricsMonitor()).build();
    for (BearerRequest request : requests) {
      if (!(bearer.authenticate(request, rule) instanceof BearerAnswer.Authenticated)) {
        throw new IllegalStateException("the tokens do not have the scope of the rule");
      }
    }
  }

  /** A request as a server has parsed it. */
  private static BearerRequest parsed(String token) {
    List<String> authorization = List.of("Bearer " + token);
    return BearerRequest.of("GET", "/orders", name -> authorization);
  }

  private BearerRequest any() {
    return requests[ThreadLocalRandom.current().nextInt(TOKENS)];
  }

  /** Cuts the token out of a field that must be right, and validates it. */
  @Benchmark
  public AccessToken validation() {
    return validator.validate(any().headerValues("Authorization").get(0).substring(SCHEME_LENGTH));
  }

  /** Takes the token out of the request, validates it, and compares it with a rule. */
  @Benchmark
  public BearerAnswer request() {
    return bearer.authenticate(any(), rule);
  }

  /** The same, measured phase by phase. */
  @Benchmark
  public BearerAnswer monitored() {
    return watched.authenticate(any(), rule);
  }
}
