// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.CapturedLog;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.keysource.KeyRefreshReport.Cause;
import org.jwtvalidation.keysource.KeyRefreshReport.Outcome;
import org.jwtvalidation.keysource.RefreshReporter.LogLine;
import org.jwtvalidation.testkit.TestKey;

class RefreshReporterTest {

  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final List<Integer> told = new ArrayList<>();
  private final RefreshReporter reporter =
      new RefreshReporter(
          new GuardedLogger(RefreshReporter.class.getName()), "https://issuer", threads::add);

  private static KeyRefreshReport report(int keys) {
    return new KeyRefreshReport(Cause.AGE, Outcome.RENEWED, keys, Duration.ZERO, null);
  }

  private static List<LogLine> warning(String text) {
    return List.of(new LogLine(Level.WARNING, text));
  }

  @Test
  void tellsNothingOnTheThreadOfTheCaller() {
    reporter.onRefresh(report -> told.add(report.keys()));
    try (CapturedLog log = new CapturedLog()) {
      reporter.tell(warning("one"), report(1));
      reporter.tell(warning("two"), null);
      assertThat(log.records()).isEmpty();
      assertThat(told).isEmpty();

      threads.remove().run();
      assertThat(log.records())
          .extracting(logged -> logged.getMessage())
          .containsExactly("one", "two");
      assertThat(told).containsExactly(1);
    }
  }

  @Test
  void isSilentWithoutListener() {
    reporter.tell(List.of(), report(1));
    threads.remove().run();
    reporter.onRefresh(report -> told.add(report.keys()));
    reporter.tell(List.of(), report(2));
    threads.remove().run();
    assertThat(told).containsExactly(2);
  }

  @Test
  void keepsSixtyFourReportsAndCountsTheRest() {
    reporter.onRefresh(report -> {
      told.add(report.keys());
      if (report.keys() == 0) {
        // While this one does not return:
        for (int keys = 1; keys <= 70; keys++) {
          reporter.tell(List.of(), report(keys));
        }
      }
    });
    try (CapturedLog log = new CapturedLog()) {
      reporter.tell(List.of(), report(0));
      threads.remove().run();
      assertThat(told).hasSize(65).endsWith(63, 64);
      assertThat(log.records())
          .singleElement()
          .satisfies(logged ->
              assertThat(logged.getMessage())
                  .isEqualTo(
                      "6 reports on keys of https://issuer were lost while a listener or log"
                          + " appender was blocked"));

      reporter.tell(List.of(), report(99));
      threads.remove().run();
      assertThat(told).endsWith(99);
      assertThat(log.records()).as("each gap is logged once").hasSize(1);
    }
  }

  // Skipped keys

  private static final String USABLE = TestKey.generate(SignatureAlgorithm.ES256, "usable").jwk();

  private static JwkSet withUnusable(int keys, String name) {
    return JwkSet.parse(
        IntStream.range(0, keys)
            .mapToObj(i -> "{\"kty\":\"RSA\",\"kid\":\"" + name + i + "\"}")
            .collect(Collectors.joining(",", "{\"keys\":[", "," + USABLE + "]}")));
  }

  @Test
  void saysEachSkippedKeyOnce() {
    JwkSet one = withUnusable(1, "a");
    assertThat(reporter.skipped(one, null))
        .singleElement()
        .isEqualTo(new LogLine(Level.WARNING, "https://issuer " + one.skipped().get(0)));
    assertThat(reporter.skipped(withUnusable(1, "a"), one)).isEmpty();
    assertThat(reporter.skipped(withUnusable(2, "a"), one))
        .extracting(LogLine::text)
        .singleElement()
        .asString()
        .startsWith("https://issuer keys[1] kid \"a1\": ");
  }

  @Test
  void saysNoMoreOfManySkippedKeysThanAPersonReads() {
    JwkSet ten = withUnusable(RefreshReporter.MAX_LINES, "a");
    assertThat(reporter.skipped(ten, withUnusable(1, "other"))).hasSize(RefreshReporter.MAX_LINES);
    assertThat(reporter.skipped(withUnusable(99, "b"), ten))
        .hasSize(RefreshReporter.MAX_LINES + 1)
        .endsWith(new LogLine(Level.WARNING, "https://issuer and 89 more keys that are not used"));
  }
}
