// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.benchmark.run.GivenOptions;

@Tag("system")
class AccountsBetweenTest {

  private static final HttpOptions OPTIONS =
      HttpOptions.of(
          new GivenOptions(
              Map.of(
                  "load.suite", "layers",
                  "load.include", "HEALTH, closed",
                  "load.quick", "true")));

  private static final HttpRow ROW = HttpPlan.of(OPTIONS).get(0);

  private static final Map<RequestKind, Integer> CONNECTIONS = Map.of(RequestKind.HEALTH, 1);

  private final Processors processors = Processors.shared();

  @TempDir private Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(folder.resolve("results/services"));
    Files.createDirectories(folder.resolve("results/loads"));
  }

  private SideBySide sideBySide() {
    return new SideBySide(
        folder.resolve("services"), processors, folder.resolve("results"), OPTIONS);
  }

  private ServiceSession start(Class<?> service) throws IOException {
    OpenService.packageIn(folder.resolve("services"), service);
    return ServiceSession.start(
        ROW.session(), folder.resolve("services"), processors, folder.resolve("results"), OPTIONS);
  }

  /** A request that was answered within so many seconds. */
  private static Measurement measured(double seconds) {
    return new Measurement(new Histogram(3), 1, 1, 0, List.of(), seconds, 0, Map.of());
  }

  @Test
  void countsNothingThatAServiceTakesToAcceptConnections() throws IOException {
    try (ServiceSession session = start(RawService.class);
        SideBySide nothing = sideBySide()) {
      session.awaitReady();
      AccountsBetween accounts = AccountsBetween.begin(session, nothing);
      connect(session);
      accounts.connected();
      accounts.end();

      assertThat(accounts.processorTime(measured(1), 1, processors).service())
          .isLessThan(RawService.TO_ACCEPT.toNanos() / 2.0);
    }
  }

  @Test
  void takesTheLoadOfAnotherServiceFromTheWholeTime() throws Exception {
    try (ServiceSession session = start(RawService.class);
        SideBySide others = sideBySide()) {
      session.awaitReady();
      OpenService.packageIn(folder.resolve("services"), BusyService.class);
      others.start(new ServiceStart(ROW.group(), ROW.session(), CONNECTIONS, OPTIONS));
      AccountsBetween accounts = AccountsBetween.begin(session, others);
      Thread.sleep(1_000);
      accounts.end();

      // One thread cannot take more than one processor, whatever a part of this time was for.
      assertThat(accounts.processorTime(measured(0.02), 1, processors).idleLoad())
          .isBetween(0.01, 1.5);
    }
  }

  /** A service that is never idle. */
  static final class BusyService {

    private BusyService() {}

    public static void main(String[] args) throws IOException {
      new Thread(
              () -> {
                while (true) {
                  Thread.onSpinWait();
                }
              })
          .start();
      CheckingService.main(args);
    }
  }

  /** Returns when the service has accepted another connection, and has done its work for it. */
  private static void connect(ServiceSession session) throws IOException {
    try (InputStream answer = session.service().uri("/health").toURL().openStream()) {
      assertThat(answer.readAllBytes()).hasSize(2);
    }
  }
}
