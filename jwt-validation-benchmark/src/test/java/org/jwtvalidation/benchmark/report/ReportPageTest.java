// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Opens the page from disk in a real browser and leaves screenshots in {@code target/}. */
@Tag("system")
class ReportPageTest {

  @TempDir private static Path folder;
  private static ChromeDriver browser;

  @BeforeAll
  static void openBrowser() {
    browser = Browser.open(folder);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.quit();
    }
  }

  private static void open(Fixture fixture) {
    Report.write(fixture.in(folder));
    browser.manage().logs().get(LogType.PERFORMANCE);
    browser.manage().logs().get(LogType.BROWSER);
    browser.get(folder.resolve("report.html").toUri().toString());
    unfold();
  }

  private static void unfold() {
    browser.executeScript(
        """
        document.querySelectorAll('section > details').forEach(folded => folded.open = true);
        dispatchEvent(new Event('resize'));
        """);
  }

  @Test
  void drawsEveryPlotFromItsTableWithoutErrorOrRequest() throws IOException {
    open(Fixture.full());

    assertThat(plots()).hasSizeGreaterThan(35);
    assertThat(browser.findElement(By.id("errors")).getText()).contains(Fixture.HOSTILE);
    assertThat(
            browser.executeScript(
                """
                const chart = echarts.getInstanceByDom(document.querySelectorAll('#errors .chart')[1]);
                chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 4});
                const tip = chart.getDom().lastElementChild.textContent;
                dispatchEvent(new Event('resize'));
                return tip;
                """))
        .asString()
        .contains(Fixture.HOSTILE);
    assertThat(browser.executeScript("return document.images.length")).isEqualTo(0L);

    assertThat(browser.manage().logs().get(LogType.BROWSER)).isEmpty();
    assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll())
        .extracting(LogEntry::getMessage)
        .filteredOn(message -> message.contains("Network.requestWillBeSent\""))
        .isNotEmpty()
        .allMatch(message -> message.matches(".*\"url\":\"(file|data):.*"));
    shoot("light.png");
  }

  @Test
  void drawsTheTrendOfTwoRuns() throws IOException {
    Path runs = folder.resolve("runs");
    Fixture.full().in(runs.resolve("2026-01-01-v1"));
    Fixture.full().in(runs.resolve("2026-02-01-v2"));
    Fixture.full().quick().in(runs.resolve("2026-01-15-quick"));
    assertThat(Trend.write(runs)).startsWith("3 runs: ").endsWith("trend.html\n");
    browser.get(runs.resolve("trend.html").toUri().toString());
    unfold();

    assertThat(plots())
        .hasSizeGreaterThan(2)
        .extracting(plot -> plot.get("points"))
        .allMatch(points -> (long) points % 2 == 0);
    assertThat(browser.findElement(By.tagName("body")).getText())
        .contains("2026-01-01-v1", "2026-02-01-v2")
        .doesNotContain("2026-01-15-quick");
    assertThat(browser.manage().logs().get(LogType.BROWSER))
        .noneMatch(entry -> entry.getMessage().contains("trend.html"));
    shoot("trend.png");
  }

  @Test
  void drawsProfiles() throws IOException {
    open(recorded());

    assertThat(plots())
        .extracting(plot -> plot.get("name").toString())
        .containsExactly(
            "Latency profile · latency · good tokens · cache size 0 · recorded",
            "Latency profile · latency · good tokens · cache size 60 · recorded",
            "Latency profile · throughput · recorded",
            "Latency profile · latency · with errors · recorded",
            "Latency profile · latency · good tokens · cache size 0 · second by second",
            "Latency profile · latency · good tokens · cache size 60 · second by second",
            "Latency profile · throughput · second by second",
            "Latency profile · latency · with errors · second by second",
            "Latency profile · what the slowest wait for",
            "Latency profile · good tokens · cache size 0 · latency",
            "Latency profile · good tokens · cache size 60 · latency",
            "Latency profile · with errors · latency",
            "Latency profile · throughput",
            "Latency profile · bytes per operation");
    assertThat(browser.findElement(By.cssSelector("nav a[href='#profiles']")).getText())
        .isEqualTo("Profiles");
    assertThat(browser.manage().logs().get(LogType.BROWSER)).isEmpty();

    shoot("profiles.png");
    Browser.resize(browser, 390, 900);
    assertThat(plots()).hasSize(14);
    assertThat(browser.executeScript("return document.documentElement.scrollWidth"))
        .isEqualTo(390L);
    shoot("profiles-narrow.png");
    browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    assertThat(browser.manage().logs().get(LogType.BROWSER)).isEmpty();
  }

  @Test
  void listsTheNumbersOfProfiles() {
    open(recorded());

    assertThat(table(0))
        .contains(
            "percentile | platform threads · no gate | platform threads · gate 2 | virtual threads · no gate | virtual threads · gate 2",
            "50 % | 41 µs | 41 µs | 52 µs | 52 µs",
            "99.95 % | 7.291 ms | 325.7 µs | 9.247 ms | 413.1 µs")
        .anyMatch(row -> row.startsWith("max | "));
    assertThat(table(4))
        .startsWith(
            " | 16 µs | 32 µs | 64 µs | 128 µs | 256 µs | 512 µs | 1 ms | 2 ms | 4 ms | 8 ms | 16 ms"
                + " | 32 ms | 64 ms | 128 ms | 256 ms | 512 ms")
        .contains(
            "platform threads · gate 2 · 3 s | 6,111 | 22,000 | 1,720 | 213 | 3,376 | 1,687 |  |  |  |  |  |  |  |  |  | 2",
            "virtual threads · gate 2 · 16 s | 6,592 | 22,000 | 940 | 226 | 1 | 1 |  |  |  |  |  |  |  |  |  | ")
        .noneMatch(row -> row.contains(" · 17 s"))
        .hasSize(1 + 4 * 29);
    assertThat(table(8))
        .startsWith(
            "% | running | waiting without an event, as for a processor | stopped by the garbage collector"
                + " | waiting at a gate | not recorded | validations | recording",
            "latency · good tokens · platform threads · no gate · cache size 0 · P99 to P99.9 | 50 | 50 |  |  | "
                + " | 8,100: 910 µs to 310.4 ms | profiles/1.jfr",
            "latency · good tokens · platform threads · no gate · cache size 0 · P99.9 and beyond"
                + " | 1.3 | 93.8 | 3 |  | 2 | 900: 310.4 ms to 1.584 s | profiles/1.jfr")
        .hasSize(1 + 2 * 12);
  }

  private static List<String> table(int figure) {
    @SuppressWarnings("unchecked")
    List<String> rows =
        (List<String>)
            browser.executeScript(
                """
                const table = document.querySelectorAll('figure table')[arguments[0]];
                return [...table.rows].map(row => [...row.cells].map(cell => cell.textContent).join(' | '));
                """,
                figure);
    return rows;
  }

  @Test
  void showsTheCountOfACellWithAnEscapedProfileName() {
    ArrayNode profiles = JsonNodeFactory.instance.arrayNode();
    ProfileFixture.add(profiles, "sample", Map.of("gate", Fixture.HOSTILE));
    ProfileFixture.add(profiles, "sample", Map.of("gate", "none"));
    open(recorded(profiles));

    assertThat(
            browser.executeScript(
                """
                const chart = echarts.getInstanceByDom(document.querySelectorAll('figure .chart')[1]);
                chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 1});
                return chart.getDom().lastElementChild.innerText;
                """))
        .isEqualTo(Fixture.HOSTILE + "\n0 s, from 32 µs to 64 µs: 22,000");
    assertThat(browser.executeScript("return document.images.length")).isEqualTo(0L);
  }

  @Test
  void omitsTheSectionOfProfilesIfNoneWereRecorded() {
    open(Fixture.small());

    assertThat(browser.findElements(By.cssSelector("#profiles, nav a[href='#profiles']")))
        .isEmpty();
    assertThat(browser.findElement(By.tagName("main")).getText())
        .doesNotContainIgnoringCase("profile");
  }

  private static Fixture recorded() {
    return recorded(ProfileFixture.full());
  }

  /** The profiles with the row of each, as JMH writes them. */
  private static Fixture recorded(ArrayNode profiles) {
    Fixture fixture = new Fixture();
    for (JsonNode profile : profiles) {
      Map<String, String> params = new LinkedHashMap<>();
      profile
          .path("params")
          .properties()
          .forEach(p -> params.put(p.getKey(), p.getValue().asText()));
      String mode = profile.path("mode").asText();
      boolean rate = mode.equals("thrpt");
      fixture.row(ProfileFixture.BENCHMARK, mode, 100, params, 30, rate ? "ops/ms" : "us/op");
    }
    return fixture.with(profiles);
  }

  /** The plots, each checked against the table below it. */
  private static List<Map<?, ?>> plots() {
    @SuppressWarnings("unchecked")
    List<Map<?, ?>> plots =
        (List<Map<?, ?>>)
            browser.executeScript(
                """
                return [...document.querySelectorAll('[data-plot]')].map(figure => {
                  const place = figure.querySelector('.chart');
                  const series = echarts.getInstanceByDom(place).getOption().series.filter(s => s.type !== 'custom');
                  const values = series.flatMap(s => s.data).map(p => p?.value ?? p).filter(p => p !== null && p !== undefined);
                  return {
                    name: figure.dataset.plot,
                    series: series.length,
                    points: values.filter(p => [p].flat().every(Number.isFinite)).length,
                    cells: figure.querySelectorAll('td.point').length,
                    shapes: place.querySelectorAll('svg path').length,
                    read: figure.querySelector('.read').textContent,
                  };
                });
                """);
    assertThat(plots)
        .allSatisfy(plot -> {
          long cells = (long) plot.get("cells");
          assertThat(plot.get("points")).as("points of %s", plot).isEqualTo(cells);
          assertThat((long) plot.get("series")).as("%s", plot).isPositive();
          assertThat(cells).as("%s", plot).isPositive();
          assertThat((long) plot.get("shapes")).as("%s", plot).isGreaterThanOrEqualTo(cells);
          assertThat(plot.get("read").toString()).as("%s", plot).isNotEmpty();
        });
    assertThat(plots).extracting(plot -> (Object) plot.get("name")).doesNotHaveDuplicates();
    return plots;
  }

  @Test
  void listsTheBestPeriodOfEachBar() {
    open(Fixture.small());
    assertThat(
            browser.executeScript(
                """
                const table = document.querySelector('#peers table');
                return [...table.querySelectorAll('thead th, tbody tr:first-child td')].map(cell => cell.textContent);
                """))
        .asInstanceOf(LIST)
        .isEqualTo(
            List.of(
                "",
                "µs",
                "quartiles",
                "JVMs",
                "best period",
                "",
                "39.11",
                "37.93–40.28",
                "3",
                "35.55",
                ""));
  }

  @Test
  void listsWhatMustBeKnownOfALoad() {
    open(Fixture.full());
    assertThat(
            browser.executeScript(
                """
                const row = document.querySelector('[data-plot^="Validation"] tbody tr');
                return row.querySelector('td:last-child').textContent;
                """))
        .isEqualTo(
            "mean wait 1.35 ms, 100 in flight, 0.90 % above 1 ms, P99 ON THE KNEE, 3 keys with"
                + " tables, NOT LEVEL in 1 of 3 JVMs");
  }

  @Test
  void stacksTheProcessorTimeOfServiceAndGenerator() {
    Fixture fixture = Fixture.small();
    double micros = 40;
    for (String method : List.of("health", "valid")) {
      ObjectNode row =
          fixture.row(
              "org.jwtvalidation.benchmark.http.LayersBenchmark." + method,
              "avgt",
              1,
              Map.of("service", "PLAIN"),
              micros * 1e3,
              "ns/op");
      fixture
          .counter(row, "serviceProcessorNanos", micros * 1e3)
          .counter(row, "generatorProcessorNanos", 20e3)
          .counter(row, "requestsPerSecond", 20_000);
      micros += 35;
    }
    open(fixture);

    assertThat(
            browser.executeScript(
                """
                const figure = document.querySelector('[data-plot="Layers, processor time of a request"]');
                return [...figure.querySelectorAll('th, td')].map(cell => cell.textContent);
                """))
        .isEqualTo(
            List.of(
                "µs",
                "service",
                "generator",
                "requests a second",
                "",
                "health",
                "40",
                "20",
                "20,000",
                "",
                "valid",
                "75",
                "20",
                "20,000",
                ""));
  }

  @Test
  void showsWhereTheTimeOfRequestsWent() throws IOException {
    Path accounts = Fixture.small().in(folder).resolve("accounts.json");
    Files.writeString(
        accounts,
        """
        [{"name": "PLAIN cached", "parts": {"network": 80000, "cache lookup": 110, "the rest": -300}}]
        """);
    Report.write(folder);
    Files.delete(accounts);
    browser.get(folder.resolve("report.html").toUri().toString());
    unfold();

    assertThat(
            browser.executeScript(
                """
                const figure = document.querySelector('[data-plot="The parts of a request"]');
                figure.querySelector('details').open = true;
                return [...figure.querySelectorAll('tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' '));
                """))
        .isEqualTo(List.of("network 80,000", "cache lookup 110", "the rest -300"));
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
  }

  @Test
  void linksFlameGraphs() {
    Fixture fixture = Fixture.small();
    fixture
        .row("components.StepBenchmark.whole", "avgt", 1, Map.of(), 28_900, "ns/op")
        .putArray("flameGraphs")
        .add("flame-graphs/1/whole #1/flame-cpu-forward.html");
    open(fixture);
    assertThat(
            browser.executeScript(
                """
                const links = [...document.querySelectorAll('#flames a')];
                return links.map(link => `${link.textContent} at ${link.getAttribute('href')}`);
                """))
        .isEqualTo(
            List.of(
                "components · Step · whole · threads 1 · average time at ./flame-graphs/1/whole%20%231/flame-cpu-forward.html"));
  }

  @Test
  void followsTheColoursOfTheSystemWhileItIsOpen() throws IOException {
    open(Fixture.small().quick());
    String light = colours();
    assertThat(browser.findElement(By.id("quick")).isDisplayed()).isTrue();

    emulate("dark");
    awaitColours(now -> !now.equals(light));
    shoot("dark.png");

    browser.executeScript("dispatchEvent(new Event('beforeprint'))");
    assertThat(colours()).as("on paper").isEqualTo(light);
    browser.executeScript("dispatchEvent(new Event('afterprint'))");
    assertThat(colours()).isNotEqualTo(light);

    emulate("light");
    awaitColours(light::equals);
  }

  /** The page follows the browser with a delay. */
  private static void awaitColours(Predicate<String> expected) {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    String now = colours();
    while (!expected.test(now) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(20_000_000);
      now = colours();
    }
    assertThat(now).matches(expected);
  }

  private static void emulate(String scheme) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private static String colours() {
    return (String)
        browser.executeScript(
            """
            const fills = document.querySelector('.chart svg').innerHTML.match(/fill="[^"]*"/g);
            return getComputedStyle(document.body).backgroundColor + [...new Set(fills)].sort();
            """);
  }

  private static void shoot(String name) throws IOException {
    Browser.shoot(browser, name);
  }
}
