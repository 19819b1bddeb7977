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
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.testkit.TestIssuer;

/** Compares the queries of dashboard, alerts and manual with the names in a scrape. */
@Timeout(60)
class MonitoringTest {

  private static final Path ALERTS = Path.of("../doc/monitoring/alerts.yml");
  private static final Path DASHBOARD = Path.of("../doc/monitoring/dashboard.json");
  private static final Path MANUAL = Path.of("../doc/metrics.adoc");

  private static final Pattern ALERT = Pattern.compile("(?m)^ +expr: (.+)$");
  private static final Pattern QUESTION =
      Pattern.compile("\\[source,promql]\\n----\\n(.+?)\\n----", Pattern.DOTALL);
  private static final Pattern SELECTOR = Pattern.compile("(jwt_\\w+)(?:\\{([^}]*)})?");
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
    try (TestIssuer issuer = TestIssuer.start();
        TokenValidator validator = issuer.validator().monitor(meters).build()) {
      meters.watch(validator).bindTo(registry);
      requests.bindTo(registry);
      BearerAuthenticator bearer = BearerAuthenticator.builder(validator).monitor(requests).build();
      issuer.disconnect();
      for (int i = 0; i < 3; i++) {
        assertThat(validator.tryValidate(issuer.token().compact())).isNotNull();
        issuer.recover();
        assertThat(bearer.authenticate(new Fields("Bearer " + issuer.token().compact())))
            .isNotNull();
        assertThat(validator.tryValidate("a.b.c")).isNotNull();
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
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

  @Test
  void asksInTheLanguageOfPrometheus(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(
        hasPromtool() || "true".equals(System.getenv("CI")),
        "promtool is not on this machine: package prometheus");
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
