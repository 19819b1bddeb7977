// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.testkit.TestIssuer;

/** Compares the queries of dashboard, alerts and manual with the names in a scrape. */
@Timeout(300)
class MonitoringTest {

  private static final Path ALERTS = Path.of("../../doc/monitoring/alerts.yml");
  private static final Path ALERTS_TEST = Path.of("../../doc/monitoring/alerts-test.yml");
  private static final Path DASHBOARD = Path.of("../../doc/monitoring/dashboard.json");
  private static final Path MANUAL = Path.of("../../doc/metrics.adoc");

  private static final Pattern ALERT =
      Pattern.compile("(?m)^ +expr: (?:>-\\n)?((?:.|\\n)+?)\\n +(?:for|labels):");
  private static final Pattern QUESTION =
      Pattern.compile("\\[source,promql]\\n----\\n(.+?)\\n----", Pattern.DOTALL);
  private static final Pattern SELECTOR = Pattern.compile("((?:jwt|cache)_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=|!=)\"([^\"]*)\"");

  private static List<String> all(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().map(m -> m.group(1)).toList();
  }

  private static List<String> queries() throws IOException {
    List<String> queries = new ArrayList<>(all(ALERT, ALERTS));
    queries.addAll(all(QUESTION, MANUAL));
    for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).get("panels")) {
      for (JsonNode target : panel.get("targets")) {
        queries.add(target.get("expr").textValue().replace("$__rate_interval", "5m"));
      }
    }
    assertThat(queries).hasSizeGreaterThan(20);
    return queries;
  }

  /** A scrape in which every meter has occurred. */
  private static String scrape() throws InterruptedException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ValidationMeters meters = new ValidationMeters();
    HttpMeters requests = new HttpMeters();
    TestIssuer issuer = TestIssuer.start();
    // Before anything can ask for its keys.
    issuer.disconnect();
    try (issuer;
        TokenValidator validator = issuer.validator().monitor(meters).build()) {
      meters.watch(validator).bindTo(registry);
      requests.bindTo(registry);
      BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(requests).build();
      for (int i = 0; i < 3; i++) {
        assertThat(validator.tryValidate(issuer.token().compact())).isNotNull();
        issuer.recover();
        List<String> authorization = List.of("Bearer " + issuer.token().compact());
        assertThat(bearer.authenticate(BearerRequest.of("GET", "/", name -> authorization)))
            .isNotNull();
        assertThat(validator.tryValidate("a.b.c")).isNotNull();
      }
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!registry.scrape().contains("outcome=\"failed\"") && System.nanoTime() < deadline) {
        Thread.sleep(10);
      }
      return registry.scrape();
    }
  }

  @Test
  void asksForWhatAScrapeHas() throws Exception {
    String scrape = scrape();
    Exposition exposition = new Exposition(scrape);
    for (String query : queries()) {
      List<MatchResult> selectors = SELECTOR.matcher(query).results().toList();
      assertThat(selectors).as(query).isNotEmpty();
      for (MatchResult selector : selectors) {
        assertThat(exposition.names()).as(query).contains(selector.group(1));
        String matchers = selector.group(2) == null ? "" : selector.group(2);
        MATCHER
            .matcher(matchers)
            .results()
            .forEach(matcher ->
                assertThat(scrape)
                    .as(query)
                    .containsPattern(
                        selector.group(1)
                            + "\\{[^}]*"
                            + matcher.group(1)
                            + "=\""
                            + Pattern.quote(matcher.group(2))
                            + "\""));
      }
    }
  }

  private static String promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() + " " + output;
  }

  private static boolean hasPromtool() throws InterruptedException {
    try {
      return promtool("--version").startsWith("0 ");
    } catch (IOException e) {
      return false;
    }
  }

  private static void assumePromtool() throws InterruptedException {
    Assumptions.assumeTrue(
        hasPromtool() || "true".equals(System.getenv("CI")), "no promtool: install Prometheus");
  }

  @Test
  void alertsWhenItShouldAndNotOtherwise() throws Exception {
    assumePromtool();
    assertThat(promtool("test", "rules", ALERTS_TEST.toString())).startsWith("0 ");
    assertThat(all(Pattern.compile("alert: (\\w+)"), ALERTS))
        .containsExactlyInAnyOrderElementsOf(
            Set.copyOf(all(Pattern.compile("alertname: (\\w+)"), ALERTS_TEST)));
  }

  /** What a service has counted in twenty minutes, with round numbers for each minute. */
  private static final String TRAFFIC =
      """
      evaluation_interval: 1m
      tests:
        - interval: 1m
          input_series:
            - series: jwt_validation_step_seconds_count{step="key_resolution"}
              values: 0+600x20
            - series: jwt_validation_step_seconds_bucket{step="key_resolution",le="0.001"}
              values: 0+540x20
            - series: jwt_validation_step_seconds_count{step="signature_validation"}
              values: 0+600x20
            - series: jwt_validation_step_seconds_bucket{step="signature_validation",le="0.001"}
              values: 0+540x20
            - series: jwt_validation_step_seconds_sum{step="key_resolution"}
              values: 0+24x20
            - series: jwt_http_request_seconds_sum{phase="request_processing"}
              values: 0+32x20
            - series: jwt_validation_seconds_count{outcome="rejected",reason="expired"}
              values: 0+60x20
            - series: cache_gets_total{cache="jwt.validation",result="hit"}
              values: 0+480x20
            - series: cache_gets_total{cache="jwt.validation",result="miss"}
              values: 0+480x20
            - series: jwt_keys_age_seconds{issuer="https://issuer.example"}
              values: 0+60x20
          promql_expr_test:
      """;

  private static final List<String> ANSWERS =
      List.of(
          "[{labels: '{step=\"key_resolution\"}', value: 1},"
              + " {labels: '{step=\"signature_validation\"}', value: 1}]",
          "[{labels: '{}', value: 0.25}]",
          "[{labels: '{reason=\"expired\"}', value: 1}]",
          "[{labels: '{}', value: 0.5}]",
          "[{labels: '{issuer=\"https://issuer.example\"}', value: 42300}]");

  @Test
  void answersTheQuestionsOfTheManual(@TempDir Path folder) throws Exception {
    assumePromtool();
    List<String> questions = all(QUESTION, MANUAL);
    assertThat(questions).hasSameSizeAs(ANSWERS);
    StringBuilder test = new StringBuilder(TRAFFIC);
    for (int i = 0; i < questions.size(); i++) {
      test.append("      - expr: '").append(questions.get(i)).append("'\n");
      test.append("        eval_time: 15m\n");
      test.append("        exp_samples: ").append(ANSWERS.get(i)).append('\n');
    }
    Path file = Files.writeString(folder.resolve("questions.yml"), test);
    assertThat(promtool("test", "rules", file.toString())).startsWith("0 ");
  }

  @Test
  void asksInTheLanguageOfPrometheus(@TempDir Path folder) throws Exception {
    assumePromtool();
    assertThat(promtool("check", "rules", ALERTS.toString())).startsWith("0 ");
    StringBuilder rules = new StringBuilder("groups:\n  - name: all\n    rules:\n");
    int number = 0;
    for (String query : queries()) {
      rules.append("      - record: query_").append(number++).append("\n        expr: |\n");
      query.lines().forEach(line -> rules.append("          ").append(line).append('\n'));
    }
    Path file = Files.writeString(folder.resolve("queries.yml"), rules);
    assertThat(promtool("check", "rules", file.toString())).startsWith("0 ");
  }
}
