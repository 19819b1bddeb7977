// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.accounts;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jwtvalidation.http.HttpMetrics;
import org.jwtvalidation.http.HttpMetricsMonitor;
import org.jwtvalidation.http.HttpMonitor;
import org.jwtvalidation.http.RequestOutcome;
import org.jwtvalidation.http.RequestPhase;
import org.jwtvalidation.monitor.LatencyDistribution;
import org.jwtvalidation.monitor.LatencyMonitor;
import org.jwtvalidation.monitor.LatencySnapshot;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;

/**
 * What a service has recorded since its start: the time of each phase of its requests and of each
 * step of its validations, and the number of each outcome. Thread-safe.
 */
public final class Accounts {

  private final LatencyMonitor validations = new LatencyMonitor();
  private final HttpMetricsMonitor requests = new HttpMetricsMonitor();

  /** Creates accounts of nothing yet. */
  public Accounts() {}

  /** {@return the monitor for the validator} */
  public TokenValidatorMonitor validations() {
    return validations;
  }

  /** {@return the monitor for the requests} */
  public HttpMonitor requests() {
    return requests;
  }

  /**
   * Returns the accounts as JSON: {@code phases} and {@code steps} with nanoseconds and counts,
   * {@code outcomes} with counts.
   *
   * @return a JSON object
   */
  public String json() {
    HttpMetrics http = requests.snapshot();
    LatencySnapshot steps = validations.snapshot();
    return "{\"phases\":"
        + object(RequestPhase.values(), phase -> account(http.latency(phase)))
        + ",\"steps\":"
        + object(
            ValidationStep.values(), step -> account(steps.latency(TokenType.ACCESS_TOKEN, step)))
        + ",\"outcomes\":"
        + object(RequestOutcome.values(), outcome -> String.valueOf(http.count(outcome)))
        + "}";
  }

  private static String account(LatencyDistribution durations) {
    return "{\"count\":" + durations.count() + ",\"nanos\":" + durations.sum().toNanos() + "}";
  }

  private static <E extends Enum<E>> String object(E[] members, Function<E, String> value) {
    return Arrays.stream(members)
        .map(member -> "\"" + member + "\":" + value.apply(member))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
