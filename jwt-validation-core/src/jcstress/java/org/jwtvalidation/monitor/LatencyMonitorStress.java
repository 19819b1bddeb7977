// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.monitor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import org.jwtvalidation.internal.watch.Monitors;
import org.jwtvalidation.internal.watch.Watch;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.TokenRejectedException;
import org.jwtvalidation.token.TokenType;
import org.jwtvalidation.token.ValidationStep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What a {@link LatencyMonitor} has counted of validations that end at once. */
final class LatencyMonitorStress {

  private static final TokenType TYPE = TokenType.ACCESS_TOKEN;
  private static final TokenRejectedException REJECTION =
      new TokenRejectedException(
          new Rejection(ValidationStep.TOKEN_FORMAT_CHECK, Reason.TOKEN_EMPTY, null));

  private LatencyMonitorStress() {}

  private static Watch watch(LatencyMonitor monitor) {
    return new Monitors(List.of(monitor)).begin(TYPE);
  }

  private static long accepted(LatencySnapshot snapshot) {
    return snapshot.accepted().getOrDefault(TYPE, 0L);
  }

  private static long rejected(LatencySnapshot snapshot) {
    return snapshot.rejected().getOrDefault(Reason.TOKEN_EMPTY, 0L);
  }

  private static long completed(LatencySnapshot snapshot) {
    return snapshot.latency(TYPE, ValidationStep.COMPLETE_VALIDATION).count();
  }

  /** Is the end of one of two validations lost? */
  @JCStressTest
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "One accepted, one rejected, two in all.")
  @State
  public static class EndTogether {

    private final LatencyMonitor monitor = new LatencyMonitor();

    @Actor
    public void accept() {
      watch(monitor).accepted();
    }

    @Actor
    public void reject() {
      watch(monitor).failed(REJECTION);
    }

    @Arbiter
    public void after(JJJ_Result r) {
      LatencySnapshot snapshot = monitor.snapshot();
      r.r1 = accepted(snapshot);
      r.r2 = rejected(snapshot);
      r.r3 = completed(snapshot);
    }
  }

  /** Does a token that is being rejected ever count as accepted, or at the cost of one that was? */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "The one accepted; the rejected one is in it or not.")
  @State
  public static class ReadWhileRejected {

    private final LatencyMonitor monitor = new LatencyMonitor();

    public ReadWhileRejected() {
      watch(monitor).accepted();
    }

    @Actor
    public void reject() {
      watch(monitor).failed(REJECTION);
    }

    @Actor
    public void read(JJ_Result r) {
      LatencySnapshot snapshot = monitor.snapshot();
      r.r1 = accepted(snapshot);
      r.r2 = rejected(snapshot);
    }
  }
}
