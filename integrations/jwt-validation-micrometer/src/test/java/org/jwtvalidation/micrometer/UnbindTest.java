// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.keysource.KeyRefreshReport;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.TokenType;

/** Applications that are started one after another with a registry that outlives them. */
@Timeout(300)
class UnbindTest {

  private final TestIssuer issuer = TestIssuer.start();

  @AfterEach
  void close() {
    issuer.close();
  }

  private static TokenValidatorMonitor afterRefresh(CompletableFuture<String> refreshed) {
    return new TokenValidatorMonitor() {
      @Override
      public @Nullable Recording begin(TokenType type) {
        return null;
      }

      @Override
      public void refreshedKeys(String issuer, KeyRefreshReport report) {
        refreshed.complete(issuer);
      }
    };
  }

  /** An application with meters in a registry. */
  private final class Run implements AutoCloseable {

    private final ValidationMeters validations = new ValidationMeters();
    private final HttpMeters requests = new HttpMeters();
    private final CompletableFuture<String> refreshed = new CompletableFuture<>();
    private final TokenValidator validator =
        issuer.validator().monitor(validations).monitor(afterRefresh(refreshed)).build();
    private final BearerAuthenticator bearer =
        BearerAuthenticator.builder(validator).monitor(requests).build();

    Run(MeterRegistry registry) {
      validations.bindTo(registry);
      requests.bindTo(registry);
      validations.watch(validator);
    }

    void validate() {
      List<String> authorization = List.of("Bearer " + issuer.token().compact());
      assertThat(
              bearer.authenticate(
                  BearerRequest.of("GET", "/", name -> authorization), AccessRule.anyToken()))
          .isNotNull();
      // The meters have learnt of it before, on another thread than this one.
      refreshed.join();
    }

    @Override
    public void close() {
      validations.unbind();
      requests.unbind();
      validator.close();
    }
  }

  /** By a filter that takes the meters away as the registry is asked for one. */
  @Test
  void leavesNothingWhereAMeterIsRegisteredMeanwhile() throws InterruptedException {
    for (String name : List.of("jwt.validation", "jwt.validation.step", "jwt.keys.refresh")) {
      MeterRegistry registry = new SimpleMeterRegistry();
      AtomicReference<ValidationMeters> leaving = new AtomicReference<>();
      AtomicBoolean hasLeft = new AtomicBoolean();
      registry
          .config()
          .meterFilter(
              new MeterFilter() {
                @Override
                public Meter.Id map(Meter.Id id) {
                  if (id.getName().equals(name) && !hasLeft.getAndSet(true)) {
                    leaving.get().unbind();
                  }
                  return id;
                }
              });
      try (Run run = new Run(registry)) {
        leaving.set(run.validations);
        run.requests.unbind();
        run.validate();
        while (!hasLeft.get() || !names(registry).isEmpty()) {
          Thread.sleep(1);
        }
      }
    }
  }

  private static double count(MeterRegistry registry, String meter) {
    return registry.find(meter).meters().stream()
        .flatMap(found -> StreamSupport.stream(found.measure().spliterator(), false))
        .filter(measurement -> measurement.getStatistic().name().equals("COUNT"))
        .mapToDouble(measurement -> measurement.getValue())
        .sum();
  }

  private static List<String> names(MeterRegistry registry) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .map(Meter.Id::getName)
        .filter(name -> name.startsWith("jwt.") || name.startsWith("cache."))
        .distinct()
        .sorted()
        .toList();
  }

  private void runTwice(MeterRegistry bound, MeterRegistry read) {
    List<String> names;
    try (Run first = new Run(bound)) {
      first.validate();
      first.validate();
      names = names(read);
      assertThat(names).contains("cache.size", "jwt.keys", "jwt.validation", "jwt.pop.proofs");
    }
    assertThat(names(read)).isEmpty();
    assertThat(names(bound)).isEmpty();
    try (Run second = new Run(bound)) {
      second.validate();
      assertThat(names(read)).isEqualTo(names);
      assertThat(count(read, "jwt.validation")).isEqualTo(1);
      assertThat(count(read, "jwt.http.requests")).isEqualTo(1);
    }
    assertThat(names(read)).isEmpty();
  }

  @Test
  void leavesARegistryToOthers() {
    MeterRegistry registry = new SimpleMeterRegistry();
    runTwice(registry, registry);
  }

  @Test
  void leavesAFilteredRegistryToOthers() {
    MeterRegistry registry = new SimpleMeterRegistry();
    registry.config().commonTags("application", "orders").meterFilter(MeterFilter.ignoreTags("le"));
    runTwice(registry, registry);
  }

  @Test
  void leavesACompositeToOthers() {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    MeterRegistry member = new SimpleMeterRegistry();
    member.config().commonTags("application", "orders");
    composite.add(member);
    runTwice(composite, member);
  }

  @Test
  void leavesTheGlobalRegistryToOthersAfterItsMembers() {
    for (int run = 0; run < 2; run++) {
      MeterRegistry member = new SimpleMeterRegistry();
      Metrics.addRegistry(member);
      try (Run application = new Run(Metrics.globalRegistry)) {
        application.validate();
        assertThat(count(member, "jwt.validation")).isEqualTo(1);
        member.close();
        Metrics.removeRegistry(member);
      }
      assertThat(names(Metrics.globalRegistry)).isEmpty();
    }
  }

  @Test
  void leavesPrometheusToOthers() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Run first = new Run(registry)) {
      first.validate();
      first.validate();
      assertThat(registry.scrape()).contains("jwt_validation_step_seconds_bucket{");
    }
    assertThat(registry.scrape()).doesNotContain("jwt_");
    try (Run second = new Run(registry)) {
      second.validate();
      Exposition scrape = new Exposition(registry.scrape());
      assertThat(scrape.value("jwt_http_request_seconds_count", "phase", "request_processing"))
          .isEqualTo(1);
    }
    registry.close();
  }

  /** As a test does it between two applications. */
  @Test
  @SuppressWarnings("deprecation") // still the registry of Quarkus
  void leavesToOthersWhatHasBeenCleared() {
    var simpleclient =
        new io.micrometer.prometheus.PrometheusMeterRegistry(
            io.micrometer.prometheus.PrometheusConfig.DEFAULT);
    assertLeftAfter(() -> simpleclient.getPrometheusRegistry().clear(), simpleclient);
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    assertLeftAfter(() -> prometheus.getPrometheusRegistry().clear(), prometheus);
    assertThat(prometheus.scrape()).contains("jwt_validation_step_seconds_bucket{");
  }

  private void assertLeftAfter(Runnable clear, MeterRegistry registry) {
    try (Run first = new Run(registry)) {
      first.validate();
      clear.run();
    }
    assertThat(names(registry)).isEmpty();
    Run second = new Run(registry);
    second.validate();
    assertThat(count(registry, "jwt.validation")).isEqualTo(1);
    second.validator.close();
  }

  @Test
  void leavesMetersOfOthers() {
    MeterRegistry registry = new SimpleMeterRegistry();
    ValidationMeters orders = new ValidationMeters("orders");
    ValidationMeters bills = new ValidationMeters("bills");
    try (TokenValidator ofOrders = issuer.validator().monitor(orders).build();
        TokenValidator ofBills = issuer.validator().monitor(bills).build()) {
      orders.watch(ofOrders).bindTo(registry);
      bills.watch(ofBills).bindTo(registry);
      assertThat(ofOrders.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      assertThat(ofBills.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      orders.unbind();

      assertThat(registry.getMeters())
          .noneMatch(meter -> meter.getId().toString().contains("orders"));
      assertThat(count(registry, "jwt.validation")).isEqualTo(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ValidationMeters("bills").bindTo(registry));
    }
  }

  @Test
  void canBeBoundAgain() {
    MeterRegistry registry = new SimpleMeterRegistry();
    try (Run run = new Run(registry)) {
      run.validate();
      run.validations.unbind();
      run.validate();
      assertThat(registry.find("jwt.validation").meters()).isEmpty();
      run.validations.bindTo(registry);
      run.validate();
      assertThat(count(registry, "jwt.validation")).isEqualTo(1);
    }
  }
}
