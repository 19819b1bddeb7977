// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PrometheusExportTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> shown = new ArrayList<>();
  private final PrometheusExport export =
      new PrometheusExport(
          registry,
          new HistogramFamily("jwt.step", "Steps"),
          (to, name, description, histograms) -> {
            shown.add(name);
            return from -> shown.remove(name);
          });

  /** As if it took a lock that somebody has who scrapes or unbinds meters. */
  private final class WaitingForOthers implements NamingConvention {

    private final List<String> asked = new ArrayList<>();

    @Override
    public String name(String name, Meter.Type type, @Nullable String baseUnit) {
      return afterOthers(name);
    }

    @Override
    public String tagKey(String key) {
      return afterOthers(key);
    }

    private String afterOthers(String name) {
      CompletableFuture.runAsync(() -> export.hide(new DurationHistogram()))
          .orTimeout(1, TimeUnit.MINUTES)
          .join();
      asked.add(name);
      return name;
    }
  }

  @Test
  void asksNoConventionWhileOthersWait() {
    WaitingForOthers convention = new WaitingForOthers();
    registry.config().namingConvention(convention);
    DurationHistogram histogram = new DurationHistogram();
    export.show(Tags.of("step", "signature"), histogram);
    assertThat(convention.asked).contains("jwt.step", "step");
    assertThat(shown).containsExactly("jwt.step");
    export.hide(histogram);
    assertThat(shown).isEmpty();
  }
}
