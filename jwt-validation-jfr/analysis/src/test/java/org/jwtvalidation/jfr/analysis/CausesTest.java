// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.jfr.Recorded;

/** What the JVM reports by two events: a pinned virtual thread parks its carrier, too. */
@Timeout(300)
class CausesTest {

  @TempDir private Path folder;

  @Name("jdk.VirtualThreadPinned")
  @StackTrace(false)
  static class KnownPinned extends Event {}

  @Test
  void findsPinnedCarriers() throws IOException {
    Path file =
        Recorded.into(
            folder.resolve("recording.jfr"),
            Map.of("jdk.ThreadPark#enabled", "true", "jdk.ThreadPark#threshold", "0 ns"),
            () -> {
              AnalysisTest.KnownValidation validation = new AnalysisTest.KnownValidation();
              KnownPinned pinned = new KnownPinned();
              validation.begin();
              pinned.begin();
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
              pinned.commit();
              validation.tokenParsing = 1_000_000;
              validation.commit();
            });

    Measured measured = Analysis.of(file).parts().get("recording").measured();

    assertThat(measured.slowest().get(0).causes()).containsExactly(entry(Cause.PINNED, 1_000_000L));
  }
}
