package org.jwtvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailureLogTest {

  @Test
  void logsEachKindOnceAMinuteAndBoundsTheKinds() {
    AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);
    FailureLog failures = new FailureLog(nanoTime::get);
    try (CapturedLog log = new CapturedLog()) {
      failures.log("a", "b", new IllegalStateException());
      failures.log("a", "b", new IllegalArgumentException());
      assertThat(log.records()).hasSize(2);
      nanoTime.addAndGet(Duration.ofSeconds(60).toNanos() - 1);
      failures.log("a", "b", new IllegalStateException());
      assertThat(log.records()).hasSize(2);
      nanoTime.incrementAndGet();
      failures.log("a", "b", new IllegalStateException());
      failures.log("a", "b", new IllegalStateException());
      assertThat(log.records()).hasSize(3);

      for (int i = 0; i < 2 * FailureLog.MAX_KINDS; i++) {
        failures.log("code " + i, "b", new IllegalStateException());
      }
      assertThat(log.records()).hasSize(FailureLog.MAX_KINDS + 1);
    }
  }
}
