// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.RequestPhase;

/** Registries from which all meters are removed before they are bound again. */
class ClearedRegistryTest {

  private static final String NAME = "jwt.http.request";

  private final HttpMeters meters = new HttpMeters();
  private final SimpleMeterRegistry simple = new SimpleMeterRegistry();

  private void record(RequestPhase phase) {
    meters.begin().completed(phase);
  }

  private List<Double> counts() {
    return simple.find(NAME).functionTimers().stream().map(FunctionTimer::count).toList();
  }

  private double counted() {
    return simple.find(NAME + ".bucket").tag("le", "+Inf").functionCounters().stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
  }

  private void assertShowsAll(MeterRegistry bound) {
    meters.bindTo(bound);
    record(RequestPhase.TOKEN_EXTRACTION);
    simple.clear();
    meters.bindTo(bound);
    record(RequestPhase.TOKEN_EXTRACTION);
    assertThat(counts()).containsExactly(2.0);
    assertThat(counted()).isEqualTo(2);

    // Another time, and with meters that were not removed.
    simple.find(NAME).meters().forEach(simple::remove);
    meters.bindTo(bound);
    record(RequestPhase.TOKEN_EXTRACTION);
    assertThat(counts()).containsExactly(3.0);
    assertThat(counted()).isEqualTo(3);
    meters.unbind();
    assertThat(simple.getMeters()).isEmpty();
  }

  @Test
  void showAllThatWasRecorded() {
    assertShowsAll(simple);
  }

  @Test
  void showAllThatWasRecordedAsMembersOfAComposite() {
    assertShowsAll(new CompositeMeterRegistry().add(simple));
  }

  @Test
  void showTheSumOfHistogramsOfTheSameTags() {
    simple.config().meterFilter(MeterFilter.ignoreTags("phase"));
    meters.bindTo(simple);
    record(RequestPhase.TOKEN_EXTRACTION);
    record(RequestPhase.TOKEN_VALIDATION);
    simple.clear();
    meters.bindTo(simple);

    assertThat(counts()).containsExactly(2.0);
    assertThat(counted()).isEqualTo(2);
  }

  @Test
  void mayRefuseTheTimer() {
    simple.config().meterFilter(MeterFilter.deny(id -> id.getName().equals(NAME)));
    meters.bindTo(simple);
    record(RequestPhase.TOKEN_EXTRACTION);
    simple.clear();
    meters.bindTo(simple);

    assertThat(counts()).isEmpty();
    assertThat(counted()).isEqualTo(1);
  }
}
