// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.data.Offset.offset;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.client.CollectorRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;
import org.jwtvalidation.token.IdTokenExpectation;

@Timeout(300)
class ValidationMetersTest {

  private final TestIssuer issuer = TestIssuer.start();
  private final ValidationMeters meters = new ValidationMeters();
  private final TokenValidator validator = issuer.validator().monitor(meters).build();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @AfterEach
  void close() {
    validator.close();
    issuer.close();
    registry.close();
  }

  private Exposition scrape() {
    return new Exposition(registry.scrape());
  }

  private void validate(String token) {
    assertThat(validator.tryValidate(token)).isNotNull();
  }

  private static String[] validation(String outcome, String reason, boolean cached) {
    return new String[] {
      "validator",
      "default",
      "token_type",
      "access_token",
      "outcome",
      outcome,
      "reason",
      reason,
      "cached",
      "" + cached
    };
  }

  @Test
  void countsValidationsByOutcomeReasonAndCache() {
    meters.watch(validator).bindTo(registry);
    String good = issuer.token().compact();
    validate(good);
    validate(good);
    validate(good);
    validate(issuer.token().expired().compact());
    validate("a.b.c");
    validate(null);
    assertThat(
            validator.tryValidateIdToken(
                issuer.token().idToken("shop", "n").compact(), IdTokenExpectation.of("shop", "n")))
        .isNotNull();
    validator.checkRefreshTokenFormat("opaque");

    Exposition scrape = scrape();
    String count = "jwt_validation_seconds_count";
    assertThat(scrape.value(count, validation("accepted", "none", false))).isEqualTo(1);
    assertThat(scrape.value(count, validation("accepted", "none", true))).isEqualTo(2);
    assertThat(scrape.value(count, validation("rejected", "expired", false))).isEqualTo(1);
    assertThat(scrape.value(count, validation("rejected", "malformed_base64", false))).isEqualTo(1);
    assertThat(scrape.value(count, validation("rejected", "token_empty", false))).isEqualTo(1);
    assertThat(scrape.sum(count)).isEqualTo(8);

    String step = "jwt_validation_step_seconds_count";
    assertThat(
            scrape.value(
                step,
                "validator",
                "default",
                "token_type",
                "access_token",
                "step",
                "token_format_check"))
        .as("where it is the last step")
        .isEqualTo(1);
    assertThat(
            scrape.value(
                step,
                "validator",
                "default",
                "token_type",
                "refresh_token",
                "step",
                "token_format_check"))
        .isEqualTo(1);
    assertThat(
            scrape.value(
                step, "validator", "default", "token_type", "access_token", "step", "cache_lookup"))
        .isEqualTo(5);
    assertThat(
            scrape.value(
                step,
                "validator",
                "default",
                "token_type",
                "id_token",
                "step",
                "signature_validation"))
        .isEqualTo(1);
    assertThat(
            scrape.value(
                "jwt_validation_step_seconds_bucket",
                "validator",
                "default",
                "token_type",
                "access_token",
                "step",
                "cache_lookup",
                "le",
                "+Inf"))
        .isEqualTo(5);
    assertThat(scrape.sum("jwt_validation_step_seconds_sum"))
        .isCloseTo(scrape.sum("jwt_validation_seconds_sum"), offset(1e-6));
  }

  @Test
  void showsKeysAndCache() {
    Instant begin = Instant.now();
    validator.warmUp();
    meters.watch(validator).bindTo(registry);
    String good = issuer.token().compact();
    validate(good);
    validate(good);
    Exposition scrape = scrape();
    String name = issuer.issuer();
    assertThat(scrape.value("jwt_keys", "validator", "default", "issuer", name)).isEqualTo(1);
    assertThat(scrape.value("jwt_keys_age_seconds", "validator", "default", "issuer", name))
        .isBetween(0.0, Duration.between(begin, Instant.now()).plusSeconds(1).toMillis() / 1e3);
    assertThat(
            scrape.value(
                "jwt_keys_state", "validator", "default", "issuer", name, "state", "current"))
        .isEqualTo(1);
    assertThat(
            scrape.value(
                "jwt_keys_state", "validator", "default", "issuer", name, "state", "unavailable"))
        .isZero();
    assertThat(scrape.value("cache_size", ofCache("default"))).isEqualTo(1);
    assertThat(scrape.value("cache_gets_total", ofCache("default", "result", "hit"))).isEqualTo(1);
    assertThat(scrape.value("cache_gets_total", ofCache("default", "result", "miss"))).isEqualTo(1);
    assertThat(scrape.value("cache_puts_total", ofCache("default"))).isEqualTo(1);
    assertThat(scrape.value("cache_evictions_total", ofCache("default"))).isZero();
  }

  @Test
  void showsWhatVerifiesTheSignatures() {
    ValidationMeters own = new ValidationMeters();
    try (TestIssuer elliptic = TestIssuer.builder().algorithm(SignatureAlgorithm.ES256).start();
        TokenValidator next = elliptic.validator().cacheSize(0).monitor(own).build()) {
      own.watch(next).bindTo(registry);
      String name = elliptic.issuer();
      assertThat(tables(name, "in_use")).isZero();
      for (int use = 0; use < 16; use++) {
        assertThat(next.tryValidate(elliptic.token().compact()).isAccepted()).isTrue();
      }
      assertThat(tables(name, "in_use")).isEqualTo(1);
      assertThat(tables(name, "declined")).isZero();
      assertThat(tables(name, "over_budget")).isZero();
    }
  }

  private double tables(String name, String state) {
    return scrape()
        .value("jwt_keys_tables", "validator", "default", "issuer", name, "state", state);
  }

  @Test
  void saysThatTheKeysOfAClosedValidatorAreUnknown() {
    meters.watch(validator).bindTo(registry);
    validator.close();
    assertThat(tables(issuer.issuer(), "in_use")).isNaN();
    assertThat(scrape().value("jwt_keys", "validator", "default", "issuer", issuer.issuer()))
        .isNaN();
    assertThat(scrape().value("cache_size", ofCache("default"))).isZero();
  }

  @Test
  void timesRefreshes() {
    meters.watch(validator).bindTo(registry);
    validate(issuer.token().compact());
    issuer.rotate();
    validate(issuer.token().compact());
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    String count = "jwt_keys_refresh_seconds_count";
    while (scrape().sum(count) < 2 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(
            scrape()
                .value(
                    count,
                    "validator",
                    "default",
                    "issuer",
                    issuer.issuer(),
                    "cause",
                    "unknown_key",
                    "outcome",
                    "renewed"))
        .isEqualTo(1);
  }

  @Test
  void countsEveryValidationOfManyThreads() throws Exception {
    meters.watch(validator).bindTo(registry);
    int threads = 16;
    int rounds = 500;
    String good = issuer.token().compact();
    String bad = issuer.token().expired().compact();
    validate(good);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(() -> {
        for (int i = 0; i < rounds; i++) {
          validate(good);
          validate(bad);
        }
      });
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    Exposition scrape = scrape();
    String count = "jwt_validation_seconds_count";
    assertThat(scrape.value(count, validation("accepted", "none", true)))
        .isEqualTo(threads * rounds);
    assertThat(scrape.value(count, validation("rejected", "expired", false)))
        .isEqualTo(threads * rounds);
    assertThat(scrape.sum(count)).isEqualTo(2 * threads * rounds + 1);
  }

  @Test
  void isScrapedOverHttp() throws Exception {
    meters.watch(validator).bindTo(registry);
    validate(issuer.token().compact());
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] text = registry.scrape().getBytes(UTF_8);
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    server.start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(new Exposition(response.body()).sum("jwt_validation_seconds_count")).isEqualTo(1);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void appliesTheFiltersOfTheRegistry() throws IOException {
    registry
        .config()
        .commonTags("application", "orders")
        .meterFilter(
            MeterFilter.deny(id -> id.getTags().contains(Tag.of("step", "token_format_check"))));
    meters.bindTo(registry);
    validate(null);
    validate("a.b.c");
    Exposition scrape = scrape();
    assertThat(
            scrape.value(
                "jwt_validation_seconds_count",
                "application",
                "orders",
                "validator",
                "default",
                "token_type",
                "access_token",
                "outcome",
                "rejected",
                "reason",
                "token_empty",
                "cached",
                "false"))
        .isEqualTo(1);
    assertThat(
            scrape.value(
                "jwt_validation_step_seconds_count",
                "application",
                "orders",
                "validator",
                "default",
                "token_type",
                "access_token",
                "step",
                "cache_lookup"))
        .isEqualTo(1);
    assertThat(scrape.sum("jwt_validation_step_seconds_count"))
        .as("without the denied")
        .isEqualTo(2);
    assertThat(scrape.names())
        .allMatch(name ->
            name.startsWith("jwt_validation_seconds_")
                || name.startsWith("jwt_validation_step_seconds_"));
  }

  @Test
  void addsUpWhatAFilterGivesTheSameTags() {
    MeterRegistry simple = new SimpleMeterRegistry();
    for (MeterRegistry filtered : List.of(registry, simple)) {
      filtered.config().meterFilter(MeterFilter.ignoreTags("reason", "token.type", "validator"));
      meters.bindTo(filtered);
    }
    validate(null);
    validate("a.b.c");
    validate(issuer.token().expired().compact());
    assertThat(
            scrape()
                .value("jwt_validation_seconds_count", "outcome", "rejected", "cached", "false"))
        .isEqualTo(3);
    assertThat(simple.get("jwt.validation").timer().count()).isEqualTo(3);
  }

  @SuppressWarnings("deprecation") // still the registry of Quarkus
  @Test
  void showsHistogramsOfTheFirstClientLibrary() {
    io.micrometer.prometheus.PrometheusMeterRegistry first =
        new io.micrometer.prometheus.PrometheusMeterRegistry(
            io.micrometer.prometheus.PrometheusConfig.DEFAULT,
            new CollectorRegistry(true),
            Clock.SYSTEM);
    first
        .config()
        .commonTags("application", "orders")
        .meterFilter(MeterFilter.ignoreTags("reason"))
        .meterFilter(
            MeterFilter.deny(id -> id.getTags().contains(Tag.of("step", "token_format_check"))));
    ValidationMeters ofAdmin = new ValidationMeters("admin");
    try (TokenValidator admin = issuer.validator().monitor(ofAdmin).build()) {
      meters.watch(validator).bindTo(first);
      ofAdmin.watch(admin).bindTo(first);
      validate("a.b.c");
      validate(null);
      assertThat(admin.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
    }
    Exposition scrape = new Exposition(first.scrape());
    assertThat(
            scrape.value(
                "jwt_validation_seconds_count",
                "application",
                "orders",
                "validator",
                "default",
                "token_type",
                "access_token",
                "outcome",
                "rejected",
                "cached",
                "false"))
        .isEqualTo(2);
    assertThat(scrape.sum("jwt_validation_seconds_count")).isEqualTo(3);
    assertThat(
            scrape.value(
                "jwt_validation_step_seconds_bucket",
                "application",
                "orders",
                "validator",
                "admin",
                "token_type",
                "access_token",
                "step",
                "signature_validation",
                "le",
                "+Inf"))
        .isEqualTo(1);
    assertThat(first.scrape()).doesNotContain("token_format_check").contains("le=\"0.001\"");
  }

  @Test
  void appliesFiltersThatNameAMeter() {
    registry
        .config()
        .meterFilter(MeterFilter.denyUnless(id -> id.getName().equals("jwt.validation")));
    meters.bindTo(registry);
    validate("a.b.c");
    assertThat(scrape().sum("jwt_validation_seconds_count")).isEqualTo(1);
    assertThat(scrape().sum("jwt_validation_step_seconds_count")).isZero();
  }

  @Test
  void tellsApartTokensThatAreRefusedByACheckAlthoughCached() {
    AtomicBoolean isAllowed = new AtomicBoolean(true);
    try (TokenValidator checking =
        TokenValidator.builder()
            .issuer(
                issuer
                    .config()
                    .audience(TestIssuer.AUDIENCE)
                    .claimCheck("allowed", claims -> isAllowed.get())
                    .build())
            .monitor(meters)
            .build()) {
      meters.bindTo(registry);
      String token = issuer.token().compact();
      assertThat(checking.tryValidate(token).isAccepted()).isTrue();
      isAllowed.set(false);
      assertThat(checking.tryValidate(token).isAccepted()).isFalse();
    }
    assertThat(
            scrape()
                .value(
                    "jwt_validation_seconds_count",
                    validation("rejected", "claim_check_failed", true)))
        .isEqualTo(1);
  }

  @Test
  void keepsShowingKeysOfMetersThatNobodyElseKeeps() {
    new ValidationMeters("admin").watch(validator).bindTo(registry);
    validator.warmUp();
    System.gc();
    assertThat(scrape().value("jwt_keys", with("admin", "issuer", issuer.issuer()))).isEqualTo(1);
  }

  @Test
  void keepsShowingACacheOfAValidatorWithoutConfiguredIssuers() {
    try (TokenValidator resolving =
        TokenValidator.builder()
            .issuerResolver(name -> issuer.config().audience(TestIssuer.AUDIENCE).build())
            .build()) {
      new ValidationMeters("admin").watch(resolving).bindTo(registry);
      assertThat(resolving.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      System.gc();
      assertThat(scrape().value("cache_size", ofCache("admin"))).isEqualTo(1);
      assertThat(scrape().value("cache_puts_total", ofCache("admin"))).isEqualTo(1);
    }
  }

  @Test
  void showsStepsFromTheBeginningInEachRegistry() {
    validate("a.b.c");
    MeterRegistry simple = new SimpleMeterRegistry();
    meters.bindTo(simple);
    meters.bindTo(registry);
    meters.watch(validator);
    validate("a.b.c");
    Tags tags =
        Tags.of("validator", "default", "token.type", "access_token", "step", "cache_lookup");
    assertThat(simple.get("jwt.validation.step").tags(tags).functionTimer().count()).isEqualTo(2);
    assertThat(
            simple
                .get("jwt.validation.step")
                .tags(tags)
                .functionTimer()
                .totalTime(TimeUnit.SECONDS))
        .isPositive();
    assertThat(
            simple
                .get("jwt.validation.step.bucket")
                .tags(tags.and("le", "+Inf"))
                .functionCounter()
                .count())
        .isEqualTo(2);
    assertThat(simple.get("jwt.validation.step.bucket").tags(tags).functionCounters()).hasSize(16);
    assertThat(simple.get("cache.size").gauge().value()).isZero();
    assertThat(scrape().sum("jwt_validation_step_seconds_count")).isEqualTo(4);
    assertThat(simple.get("jwt.validation").timer().count())
        .as("from the time that they are bound")
        .isEqualTo(1);
  }

  @Test
  void keepsFailuresOfARegistryOutOfValidations() {
    MeterRegistry broken = new SimpleMeterRegistry();
    broken
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                throw new IllegalStateException("broken");
              }
            });
    meters.bindTo(broken);
    meters.bindTo(registry);
    validate(issuer.token().compact());
    validate("a.b.c");
    assertThat(scrape().sum("jwt_validation_seconds_count")).isEqualTo(2);
  }

  // Several validators, several registries

  @Test
  void tellsValidatorsOfOneRegistryApartByName() {
    ValidationMeters ofAdmin = new ValidationMeters("admin");
    try (TokenValidator admin = issuer.validator().monitor(ofAdmin).build()) {
      meters.watch(validator).bindTo(registry);
      ofAdmin.watch(admin).bindTo(registry);
      validate(issuer.token().compact());
      assertThat(admin.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
      assertThat(admin.tryValidate(issuer.token().compact()).isAccepted()).isTrue();
    }
    Exposition scrape = scrape();
    String step = "jwt_validation_step_seconds_count";
    String[] verified = {"token_type", "access_token", "step", "signature_validation"};
    assertThat(scrape.value(step, with("default", verified))).isEqualTo(1);
    assertThat(scrape.value(step, with("admin", verified))).isEqualTo(2);
    assertThat(scrape.value("cache_gets_total", ofCache("admin", "result", "miss"))).isEqualTo(2);
    assertThat(scrape.value("jwt_keys", with("default", "issuer", issuer.issuer()))).isEqualTo(1);
  }

  private static String[] with(String validator, String... labels) {
    List<String> all = new ArrayList<>(List.of("validator", validator));
    all.addAll(List.of(labels));
    return all.toArray(String[]::new);
  }

  private static String[] ofCache(String validator, String... labels) {
    String cache = "jwt.validation" + (validator.equals("default") ? "" : "." + validator);
    List<String> all = new ArrayList<>(List.of("cache", cache));
    all.addAll(List.of(labels));
    return all.toArray(String[]::new);
  }

  @Test
  void refusesMetersOfAnotherValidatorWithTheSameName() {
    meters.bindTo(registry);
    meters.bindTo(registry);
    validate("a.b.c");
    assertThat(scrape().sum("jwt_validation_seconds_count")).as("bound once").isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValidationMeters().bindTo(registry))
        .withMessageContaining("validator=default")
        .withMessageContaining("new ValidationMeters(\"orders\")");
    new ValidationMeters().bindTo(new SimpleMeterRegistry());
  }

  @Test
  void refusesABlankName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ValidationMeters(" "))
        .withMessageContaining("validator");
  }

  @Test
  void showsTheValidatorThatIsWatchedLast() {
    validator.warmUp();
    meters.watch(validator).bindTo(registry);
    validator.close();
    try (TestIssuer other = TestIssuer.start();
        TokenValidator next = other.validator().monitor(meters).build()) {
      next.warmUp();
      meters.watch(next);
      assertThat(next.tryValidate(other.token().compact()).isAccepted()).isTrue();
      Exposition scrape = scrape();
      assertThat(scrape.value("jwt_keys", with("default", "issuer", issuer.issuer()))).isNaN();
      assertThat(scrape.value("jwt_keys", with("default", "issuer", other.issuer()))).isEqualTo(1);
      assertThat(scrape.value("cache_size", ofCache("default"))).isEqualTo(1);
      assertThatIllegalStateException().isThrownBy(() -> meters.watch(validator));
    }
  }

  @Test
  void showsMetersInEachRegistryOfAComposite() {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    composite.config().commonTags("application", "orders");
    composite.add(registry);
    meters.watch(validator).bindTo(composite);
    validate("a.b.c");
    PrometheusMeterRegistry later = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    composite.add(later);
    validate(null);
    meters.bindTo(composite);

    for (PrometheusMeterRegistry member : List.of(registry, later)) {
      Exposition scrape = new Exposition(member.scrape());
      assertThat(scrape.sum("jwt_validation_seconds_count"))
          .as("since it is in the composite")
          .isEqualTo(member == registry ? 2 : 1);
      assertThat(scrape.sum("jwt_validation_step_seconds_count")).isEqualTo(3);
      assertThat(scrape.value("cache_size", ofCache("default", "application", "orders"))).isZero();
      assertThat(member.scrape())
          .contains("jwt_validation_seconds_count{application=\"orders\",cached=\"false\"");
    }
  }

  @Test
  void appliesTheFiltersOfAComposite() {
    CompositeMeterRegistry composite = new CompositeMeterRegistry();
    composite
        .config()
        .meterFilter(MeterFilter.deny(id -> id.getTags().contains(Tag.of("step", "cache_lookup"))));
    composite.add(registry);
    meters.bindTo(composite);
    validate("a.b.c");

    assertThat(scrape().sum("jwt_validation_seconds_count")).isEqualTo(1);
    assertThat(registry.scrape()).doesNotContain("cache_lookup").contains("step=\"");
  }

  @Test
  void hasNoTagOfIssuersThatTokensHaveNamed() throws Exception {
    try (TestIssuer named = TestIssuer.start();
        TokenValidator resolving =
            issuer
                .validator()
                .issuerResolver(name -> named.config().audience(TestIssuer.AUDIENCE).build())
                .monitor(meters)
                .build()) {
      meters.watch(resolving).bindTo(registry);
      assertThat(resolving.tryValidate(named.token().compact()).isAccepted()).isTrue();
      named.rotate();
      assertThat(resolving.tryValidate(named.token().compact()).isAccepted()).isTrue();
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (scrape().sum("jwt_keys_refresh_seconds_count") < 1 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(registry.scrape())
          .contains("issuer=\"other\"")
          .doesNotContain(named.issuer())
          .contains(issuer.issuer());
    }
  }

  @Test
  void hasNoTagFromAToken() {
    meters.watch(validator).bindTo(registry);
    for (String text : List.of("evil", "<script>", "https://evil.example")) {
      validate(issuer.token().claim("iss", text).compact());
      validate(issuer.token().header("alg", text).compact());
      validate(issuer.token().header("kid", text).compact());
      validate(text);
    }
    assertThat(registry.scrape()).doesNotContain("evil").doesNotContain("script");
  }
}
