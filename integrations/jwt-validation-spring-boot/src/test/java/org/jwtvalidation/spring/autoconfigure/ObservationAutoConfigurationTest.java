// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.micrometer.ValidationMeters;
import org.jwtvalidation.monitor.TokenValidatorMonitor;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TestResponse;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Tag("jdk-independent")
@Timeout(300)
class ObservationAutoConfigurationTest {

  private static final TestIssuer ISSUER = TestIssuer.start();

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  JwtValidationAutoConfiguration.class,
                  JwtHealthAutoConfiguration.class,
                  JwtMetricsAutoConfiguration.class,
                  JwtEndpointAutoConfiguration.class,
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class))
          .withPropertyValues(
              "management.endpoints.web.exposure.include=*",
              "spring.jmx.enabled=true",
              "management.endpoints.jmx.exposure.include=*");

  private final ApplicationContextRunner runner =
      empty.withPropertyValues(
          "spring.security.oauth2.resourceserver.jwt.issuer-uri=" + ISSUER.issuer(),
          "spring.security.oauth2.resourceserver.jwt.audiences=" + ISSUER.audience(),
          "jwt-validation.max-training=0s");

  @AfterAll
  static void close() {
    ISSUER.close();
  }

  private static Health health(TokenValidator validator) {
    return new KeysHealthIndicator(validator).health();
  }

  @Test
  void showsTheHealthOfTheKeysOfEachIssuer() {
    runner.run(context -> {
      context.getBean(TokenValidator.class).warmUp();
      Health health = context.getBean("jwtKeysHealthIndicator", HealthIndicator.class).health(true);
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails())
          .extractingByKey(ISSUER.issuer(), InstanceOfAssertFactories.MAP)
          .containsEntry("state", "CURRENT")
          .containsEntry("keys", 1)
          .containsKey("ageSeconds")
          .doesNotContainKey("lastError");
    });
  }

  @Test
  void isOutOfServiceBeforeAndDownWithoutKeys() {
    CompletableFuture<TestResponse> answer = new CompletableFuture<>();
    try (TestIssuer down = TestIssuer.start();
        TokenValidator validator = down.validator().build()) {
      down.discoveryResponder(request -> answer.join());
      assertThat(health(validator).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
      answer.complete(TestResponse.status(503));
      assertThat(validator.tryValidate(down.token().compact()).isAccepted()).isFalse();
      Health health = health(validator);
      assertThat(health.getStatus()).isEqualTo(Status.DOWN);
      assertThat(health.getDetails())
          .extractingByKey(down.issuer(), InstanceOfAssertFactories.MAP)
          .containsEntry("state", "UNAVAILABLE")
          .containsKey("lastError");
    }
  }

  @Test
  void isOutOfServiceUntilValidationHasBeenTrained() {
    TestIssuer issuer = TestIssuer.offline("https://issuer.example");
    try (TokenValidator validator = issuer.validator().maxTraining(Duration.ofSeconds(1)).build()) {
      Health before = health(validator);
      assertThat(before.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
      assertThat(before.getDetails()).containsEntry("training", true);
      while (!validator.isReady()) {
        LockSupport.parkNanos(1_000_000);
      }
      Health ready = health(validator);
      assertThat(ready.getStatus()).isEqualTo(Status.UP);
      assertThat(ready.getDetails()).containsOnlyKeys("https://issuer.example");
    }
  }

  @Test
  void hasNoHealthWhereItIsTurnedOffOrTheClassesAreMissing() {
    runner
        .withPropertyValues("management.health.jwt-keys.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(KeysHealthIndicator.class));
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
        .run(context ->
            assertThat(context).hasNotFailed().doesNotHaveBean(KeysHealthIndicator.class));
  }

  @Test
  void countsValidationsInTheRegistryOfTheApplication() {
    runner
        .withBean(SimpleMeterRegistry.class)
        .run(context -> {
          TokenValidator validator = context.getBean(TokenValidator.class);
          MeterRegistry registry = context.getBean(MeterRegistry.class);
          validator.validate(ISSUER.token().compact());
          assertThat(
                  registry
                      .get("jwt.validation")
                      .tag("outcome", "accepted")
                      .tag("cached", "false")
                      .timer()
                      .count())
              .isOne();
          assertThat(registry.get("cache.puts").tag("cache", "jwt.validation").functionCounter())
              .extracting(FunctionCounter::count)
              .isEqualTo(1.0);
          assertThat(registry.get("jwt.keys").tag("issuer", ISSUER.issuer()).gauge().value())
              .isOne();
        });
  }

  @Test
  void hasTheBucketsOfTheConfiguration() {
    runner
        .withBean(SimpleMeterRegistry.class)
        .withPropertyValues("management.metrics.distribution.slo.jwt.validation=50us,10m")
        .run(context -> {
          context.getBean(TokenValidator.class).validate(ISSUER.token().compact());
          Timer timer = context.getBean(MeterRegistry.class).get("jwt.validation").timer();
          assertThat(timer.takeSnapshot().histogramCounts())
              .extracting(bucket -> bucket.bucket(TimeUnit.MICROSECONDS))
              .containsExactly(50.0, 6e8);
        });
  }

  @Test
  void hasNoMetersWithoutRegistryOrMicrometer() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                JwtValidationAutoConfiguration.class, JwtMetricsAutoConfiguration.class))
        .withPropertyValues(
            "spring.security.oauth2.resourceserver.jwt.issuer-uri=" + ISSUER.issuer(),
            "spring.security.oauth2.resourceserver.jwt.audiences=" + ISSUER.audience())
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ValidationMeters.class));
    for (String missing : new String[] {"io.micrometer.core", "org.jwtvalidation.micrometer"}) {
      runner
          .withClassLoader(new FilteredClassLoader(missing))
          .run(
              context -> assertThat(context).hasNotFailed().doesNotHaveBean("jwtValidationMeters"));
    }
  }

  @Test
  void showsOperatorsWhatTheValidatorDoes() {
    runner.run(context -> {
      TokenValidator validator = context.getBean(TokenValidator.class);
      String good = ISSUER.token().compact();
      validator.validate(good);
      validator.validate(good);
      assertThat(validator.tryValidate(ISSUER.token().expired().compact()).isAccepted()).isFalse();
      Map<String, Object> state = context.getBean(JwtValidationEndpoint.class).state();
      assertThat(state)
          .containsEntry("accepted", 2L)
          .containsEntry("undecided", 0L)
          .containsEntry("rejected", Map.of("EXPIRED", 1L))
          .containsEntry("resolvedIssuers", Map.of())
          .containsEntry("cache", Map.of("requests", 3L, "hits", 1L, "evictions", 0L))
          .extractingByKey("issuers", InstanceOfAssertFactories.MAP)
          .containsOnlyKeys(ISSUER.issuer());
    });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnValidator {

    @Bean
    TokenValidator own(ObjectProvider<TokenValidatorMonitor> monitors) {
      TokenValidator.Builder validator = ISSUER.validator();
      monitors.orderedStream().forEach(validator::monitor);
      return validator.build();
    }
  }

  /** As the manual says. */
  @Test
  void countsForAValidatorOfTheApplicationThatHasTheMonitors() {
    empty
        .withBean(SimpleMeterRegistry.class)
        .withUserConfiguration(OwnValidator.class)
        .run(context -> {
          context.getBean(TokenValidator.class).validate(ISSUER.token().compact());
          assertThat(context.getBean(JwtValidationEndpoint.class).state())
              .containsEntry("accepted", 1L);
          assertThat(context.getBean(MeterRegistry.class).get("jwt.validation").timer().count())
              .isOne();
        });
  }

  @Test
  void showsOperatorsWhichKeysAreInForceAndWhichAreSkippedAndWhy() {
    try (TestIssuer unfit = TestIssuer.start();
        TokenValidator validator = unfit.validator().maxTraining(Duration.ZERO).build()) {
      TestKey good = unfit.key();
      unfit.publish(TestKey.generate(SignatureAlgorithm.ES256, "twice"));
      unfit.publish(TestKey.generate(SignatureAlgorithm.ES256, "twice"));
      validator.warmUp();
      Map<String, Object> state = new JwtValidationEndpoint(validator, new OutcomeCounts()).state();
      String reason = "not used for ES256, because another key has the same \"kid\"";
      assertThat(state)
          .extractingByKey("issuers", InstanceOfAssertFactories.MAP)
          .extractingByKey(unfit.issuer(), InstanceOfAssertFactories.MAP)
          .containsEntry(
              "inForce",
              List.of(Map.of("kid", good.keyId(), "algorithm", good.algorithm().joseName())))
          .containsEntry(
              "skipped",
              List.of(
                  Map.of("kid", "twice", "position", 1, "reason", reason),
                  Map.of("kid", "twice", "position", 2, "reason", reason)));
      assertThat(health(validator).getDetails())
          .extractingByKey(unfit.issuer(), InstanceOfAssertFactories.MAP)
          .as("a probe sees numbers alone")
          .doesNotContainKeys("inForce", "skipped");
    }
  }

  @Test
  void hasNoEndpointWhereItIsNotExposedOrTheActuatorIsMissing() {
    runner
        .withPropertyValues(
            "management.endpoints.web.exposure.include=health",
            "management.endpoints.jmx.exposure.include=health")
        .run(context ->
            assertThat(context)
                .doesNotHaveBean(JwtValidationEndpoint.class)
                .doesNotHaveBean(OutcomeCounts.class));
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
        .run(context ->
            assertThat(context).hasNotFailed().doesNotHaveBean(JwtValidationEndpoint.class));
  }
}
