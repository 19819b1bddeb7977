// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.testkit.TestCertificate;
import org.jwtvalidation.testkit.TestIssuer;

class JfrHttpMonitorTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator = issuer.validator().build();
  private final BearerAuthenticator bearer =
      BearerAuthenticator.builder(validator).monitor(new JfrHttpMonitor()).build();

  @AfterEach
  void close() {
    validator.close();
  }

  /** A request with these values of each field. */
  private static BearerRequest request(String... authorization) {
    return BearerRequest.of("GET", "/", name -> List.of(authorization));
  }

  private static List<RecordedEvent> requests(String threshold, Runnable work) {
    String request = Recorded.REQUEST;
    return Recorded.events(
        Map.of(request + "#enabled", "true", request + "#threshold", threshold), work);
  }

  private void authenticate(String... fields) {
    assertThat(bearer.authenticate(request(fields), AccessRule.scope("read"))).isNotNull();
  }

  private static Duration sumOfPhases(RecordedEvent event) {
    return Stream.of("headerExtraction", "tokenExtraction", "tokenValidation", "authorizationCheck")
        .map(event::getDuration)
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void recordsRequestsWithTheirPhasesAndOutcome() {
    String sufficient = "Bearer " + issuer.token().scope("read").compact();
    String other = "Bearer " + issuer.token().scope("write").compact();

    List<RecordedEvent> events =
        requests(
            "0 ns",
            () -> {
              authenticate(sufficient);
              authenticate(other);
              authenticate("Bearer a.b.c");
              authenticate();
              authenticate("Bearer");
            });

    assertThat(events)
        .extracting(event -> event.getString("outcome"))
        .containsExactly(
            "SUCCESS",
            "INSUFFICIENT_PERMISSIONS",
            "INVALID_TOKEN",
            "MISSING_TOKEN",
            "INVALID_REQUEST");
    RecordedEvent success = events.get(0);
    assertThat(success.getDuration("tokenValidation")).isPositive();
    assertThat(success.getDuration("authorizationCheck")).isPositive();
    assertThat(success.getThread()).isNotNull();
    assertThat(events.get(3).getDuration("tokenValidation")).isZero();
    assertThat(events)
        .allSatisfy(event ->
            assertThat(sumOfPhases(event))
                .isBetween(Duration.ofNanos(1), event.getDuration().plusMillis(1)));
    assertThat(events.toString()).doesNotContain(sufficient.substring(20));
  }

  @Test
  void recordsTheProofOfPossession() {
    BearerAuthenticator proving =
        BearerAuthenticator.builder(validator)
            .monitor(new JfrHttpMonitor())
            .proofOfPossession(ProofOfPossession.builder().mutualTls().build())
            .build();
    String unbound = "Bearer " + issuer.token().compact();
    String bound = "Bearer " + issuer.token().boundTo(TestCertificate.create()).compact();

    List<RecordedEvent> events =
        requests(
            "0 ns",
            () -> {
              for (String each : List.of(unbound, bound)) {
                assertThat(proving.authenticate(request(each))).isNotNull();
              }
            });
    assertThat(events)
        .extracting(event -> event.getString("proof"))
        .containsExactly("NOT_NEEDED", "MISSING");
    assertThat(events)
        .allSatisfy(event -> assertThat(event.getDuration("proofCheck")).isPositive());
    assertThat(events.get(1).getString("outcome")).isEqualTo("INVALID_PROOF");
  }

  @Test
  void recordsThatARequestEndedWithAnError() {
    validator.close();
    List<RecordedEvent> events =
        requests(
            "0 ns",
            () ->
                assertThatThrownBy(() -> authenticate("Bearer a.b.c"))
                    .isInstanceOf(IllegalStateException.class));
    assertThat(events).extracting(event -> event.getString("outcome")).containsExactly("ABANDONED");
  }

  /** Marks the time at which a framework decides. */
  @Name("jwt.TestDecision")
  @StackTrace(false)
  static class Decision extends Event {}

  @Test
  void leavesOutTheTimeUntilAFrameworkHasDecided() {
    BearerRequest request = request("Bearer " + issuer.token().compact());
    Duration pause = Duration.ofMillis(20);
    List<RecordedEvent> events =
        requests(
            "0 ns",
            () -> {
              for (boolean isSufficient : new boolean[] {true, false}) {
                CompletableFuture<Boolean> sufficient = new CompletableFuture<>();
                var unused =
                    FrameworkAuthenticator.of(bearer).authenticateAsync(request, sufficient).join();
                LockSupport.parkNanos(pause.toNanos());
                new Decision().commit();
                sufficient.complete(isSufficient);
              }
            });

    List<RecordedEvent> decisions = ofType(events, "jwt.TestDecision");
    List<RecordedEvent> answered = ofType(events, Recorded.REQUEST);
    assertThat(answered)
        .extracting(event -> event.getString("outcome"))
        .containsExactly("SUCCESS", "INSUFFICIENT_PERMISSIONS");
    assertThat(answered.get(0).getEndTime()).isBeforeOrEqualTo(decisions.get(0).getStartTime());
    assertThat(answered.get(0).getDuration("authorizationCheck")).isZero();
    assertThat(answered.get(1).getEndTime()).isAfterOrEqualTo(decisions.get(1).getStartTime());
    assertThat(answered.get(1).getDuration("authorizationCheck")).isGreaterThan(pause.dividedBy(2));
    assertThat(answered)
        .allSatisfy(event ->
            assertThat(sumOfPhases(event))
                .isBetween(Duration.ofNanos(1), event.getDuration().plusMillis(1)));
  }

  private static List<RecordedEvent> ofType(List<RecordedEvent> events, String type) {
    return events.stream().filter(event -> event.getEventType().getName().equals(type)).toList();
  }

  @Test
  void leavesShortRequestsOut() {
    assertThat(requests("1 h", this::authenticate)).isEmpty();
  }

  @Test
  void costsNothingWhileNothingIsRecorded() {
    assertThat(new JfrHttpMonitor().begin()).isNull();
  }
}
