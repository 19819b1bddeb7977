// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.testkit.TestIssuer;

/** What the first event of a recording covers. */
@Timeout(300)
class StatisticsTest {

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");
  private final TokenValidator validator =
      TokenValidator.builder()
          .issuer(
              issuer
                  .config()
                  .audience(TestIssuer.AUDIENCE)
                  .claimCheck("slow", claims -> !claims.contains("slow") || waited())
                  .build())
          .monitor(JfrMonitor.builder().name("statistics").build())
          .build();
  private final String token = issuer.token().compact();

  @AfterEach
  void close() {
    validator.close();
    issuer.close();
  }

  private boolean waited() {
    try {
      begun.countDown();
      return mayEnd.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<RecordedEvent> recorded(String period, Runnable work) {
    return Recorded.events(
            Map.of(
                Recorded.STATISTICS + "#enabled", "true", Recorded.STATISTICS + "#period", period),
            work)
        .stream()
        .filter(event -> event.getString("validator").equals("statistics"))
        .filter(event -> event.getString("step").equals("COMPLETE_VALIDATION"))
        .toList();
  }

  private void assertCounts(String period, int count) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    long begin = System.nanoTime();
    List<RecordedEvent> events =
        recorded(
            period,
            () -> {
              for (int i = 0; i < count; i++) {
                validator.validate(token);
              }
            });
    Duration recorded = Duration.ofNanos(System.nanoTime() - begin);

    assertThat(events)
        .singleElement()
        .satisfies(event -> {
          assertThat(event.getLong("count")).isEqualTo(count);
          assertThat(event.getLong("accepted")).isEqualTo(count);
          assertThat(event.getInt("concurrency")).isEqualTo(1);
          assertThat(event.getDuration("elapsed")).isPositive().isLessThanOrEqualTo(recorded);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"endChunk", "everyChunk"})
  void coverOnlyTheRecording(String period) {
    assertCounts(period, 3);
    assertThat(recorded("1 h", () -> validator.validate(token))).isEmpty();
    assertCounts(period, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"endChunk", "everyChunk"})
  void leaveOutAValidationThatEndsBetweenRecordings(String period) throws InterruptedException {
    String slow = issuer.token().claim("slow", true).compact();
    Thread thread = new Thread(() -> validator.validate(slow));
    assertThat(
            recorded(
                "1 h",
                () -> {
                  thread.start();
                  try {
                    begun.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }))
        .isEmpty();
    mayEnd.countDown();
    thread.join();

    assertCounts(period, 2);
  }

  @Test
  void coverAMonitorOfAnApplicationThatIsRecordedFromItsStart() {
    List<JfrMonitor> kept = new ArrayList<>();
    assertThat(
            Recorded.statistics(() -> {
              kept.add(JfrMonitor.builder().name("later").build());
              try (TokenValidator later = issuer.validator().monitor(kept.get(0)).build()) {
                later.validate(token);
              }
            }))
        .filteredOn(event -> event.getString("validator").equals("later"))
        .filteredOn(event -> event.getString("step").equals("COMPLETE_VALIDATION"))
        .extracting(event -> event.getLong("count"))
        .containsExactly(1L);
    assertThat(kept).hasSize(1);
  }
}
