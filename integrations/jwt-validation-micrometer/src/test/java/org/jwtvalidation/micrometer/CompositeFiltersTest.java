// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.http.RequestPhase;

/** Filters of a composite, which may name meters exactly. */
class CompositeFiltersTest {

  private static final String NAME = "jwt.http.request";

  private final CompositeMeterRegistry composite = new CompositeMeterRegistry();
  private final MeterRegistry simple = new SimpleMeterRegistry();
  private final PrometheusMeterRegistry prometheus =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HttpMeters meters = new HttpMeters();

  private void bindAndRecord() {
    composite.add(simple);
    composite.add(prometheus);
    meters.bindTo(composite);
    meters.begin().completed(RequestPhase.TOKEN_EXTRACTION);
  }

  private double shown() {
    return simple.find(NAME).functionTimers().stream().mapToDouble(FunctionTimer::count).sum();
  }

  @Test
  void mayAllowExactNamesAsThoseOfItsRegistries() {
    Set<String> names = Set.of(NAME, NAME + ".bucket");
    MeterFilter filter = MeterFilter.denyUnless(id -> names.contains(id.getName()));
    composite.config().meterFilter(filter);
    simple.config().meterFilter(filter);
    prometheus.config().meterFilter(filter);
    bindAndRecord();

    assertThat(shown()).isEqualTo(1);
    assertThat(prometheus.scrape()).contains("jwt_http_request_seconds_count{");
  }

  @Test
  void mayDenyAnExactName() {
    composite.config().meterFilter(MeterFilter.deny(id -> id.getName().equals(NAME)));
    bindAndRecord();

    assertThat(shown()).isZero();
    assertThat(prometheus.scrape()).doesNotContain("jwt_http_request_seconds_count{");
  }

  @Test
  void leaveTheMetersOfItsRegistriesThatHaveTheSameTags() {
    composite.config().meterFilter(MeterFilter.ignoreTags("phase"));
    bindAndRecord();
    meters.begin().completed(RequestPhase.TOKEN_VALIDATION);
    SimpleMeterRegistry later = new SimpleMeterRegistry();
    composite.add(later);
    meters.bindTo(composite);

    assertThat(shown()).isEqualTo(2);
    assertThat(later.get(NAME).functionTimer().count()).isEqualTo(2);
    assertThat(prometheus.scrape()).contains("jwt_http_request_seconds_count 2");
    meters.unbind();
    assertThat(composite.getMeters()).isEmpty();
    assertThat(simple.getMeters()).isEmpty();
  }
}
