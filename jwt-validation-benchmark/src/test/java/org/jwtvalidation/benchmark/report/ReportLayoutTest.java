// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/**
 * Opens the pages of real runs in a real browser, as wide as a phone, a tablet and a laptop, with
 * several fonts, and on paper, and finds texts that are cut off or overlap.
 *
 * <p>{@code src/test/runs/record.sh} records the runs again.
 */
@Tag("system")
class ReportLayoutTest {

  private static final Path RUNS = Path.of("src/test/runs");
  private static final List<String> FONTS = List.of("DejaVu Sans", "Liberation Sans", "Noto Sans");

  /**
   * Lists each text of a chart that leaves its chart, that another text touches, or that is cut
   * off, each chart that is mostly empty, each heading that another repeats, and each table that no
   * keyboard reaches.
   */
  private static final String FLAWS =
      """
      const flaws = [];
      const shown = element => element.getClientRects().length > 0;
      for (const chart of [...document.querySelectorAll('.chart')].filter(shown)) {
        const name = chart.closest('figure').dataset.plot;
        const frame = chart.getBoundingClientRect();
        const texts = [...chart.querySelectorAll('svg text')].filter(text => text.textContent.trim() && shown(text))
            .map(text => ({words: text.textContent, box: text.getBoundingClientRect()}));
        for (const {words, box} of texts) {
          if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
            flaws.push(`${name}: ${words} leaves the chart`);
          }
          if (words.includes('…')) {
            flaws.push(`${name}: ${words} is cut off`);
          }
        }
        texts.forEach((one, index) => texts.slice(index + 1).forEach(other => {
          const [a, b] = [one.box, other.box];
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (wide > -2 && high > 3) {
            flaws.push(`${name}: ${one.words} touches ${other.words}`);
          }
        }));
        const {series, yAxis} = echarts.getInstanceByDom(chart).getOption();
        const bars = series.filter(({type, stack}) => type === 'bar' && !stack);
        const drawn = bars.flatMap(({data}) => data).filter(Boolean).length;
        if (bars.length && bars.length * yAxis[0].data.length >= 2 * drawn) {
          flaws.push(`${name}: ${drawn} bars have ${bars.length * yAxis[0].data.length} places`);
        }
      }
      const names = [...document.querySelectorAll('h2, figcaption')].map(heading => heading.textContent);
      names.filter((name, index) => names.indexOf(name) < index).forEach(name => flaws.push(`${name} stands twice`));
      for (const table of document.querySelectorAll('figure table')) {
        if (!table.closest('details')?.querySelector('summary') && table.parentElement.tabIndex !== 0) {
          flaws.push(`no key reaches a table of ${table.closest('figure').textContent.slice(0, 40)}`);
        }
      }
      if (document.documentElement.scrollWidth > innerWidth) {
        flaws.push(`the page is ${document.documentElement.scrollWidth} wide`);
      }
      return flaws;
      """;

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

  @ParameterizedTest
  @ValueSource(strings = {"default", "all", "profiles", "http"})
  void showsEveryTextWholeAndApartFromOthers(String run) throws IOException {
    Report.write(unpacked(run));
    browser.manage().logs().get(LogType.BROWSER);
    browser.get(folder.resolve("report.html").toUri().toString());
    Browser.resize(browser, 1280, 900);
    Browser.shoot(browser, run + "-folded.png");
    browser.executeScript(
        """
        document.querySelectorAll('section > details').forEach(folded => folded.open = true);
        """);

    List<String> flaws = new ArrayList<>();
    for (int width : new int[] {1280, 768, 390}) {
      Browser.resize(browser, width, 900);
      for (String font : FONTS) {
        add(
            flaws,
            width + ", " + font,
            "document.body.style.fontFamily = arguments[0]; dispatchEvent(new Event('resize'));",
            font);
      }
      Browser.shoot(browser, run + "-" + width + ".png");
    }
    Browser.resize(browser, 1280, 900);
    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
    add(flaws, "on paper", "dispatchEvent(new Event('beforeprint'));");
    Browser.shoot(browser, run + "-printed.png");
    browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "screen"));
    browser.executeScript("dispatchEvent(new Event('afterprint'))");
    dark("dark");
    Browser.shoot(browser, run + "-dark.png");
    dark("light");

    assertThat(flaws).isEmpty();
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
  }

  private static void dark(String scheme) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            "",
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private static void add(List<String> flaws, String where, String script, Object... arguments) {
    browser.executeScript(script, arguments);
    List<?> found = (List<?>) Objects.requireNonNull(browser.executeScript(FLAWS));
    found.forEach(flaw -> flaws.add(where + ": " + flaw));
  }

  /** The results of a run, as it has written them. */
  private static Path unpacked(String run) throws IOException {
    for (String name : List.of("environment", "jmh-result", "profiles", "accounts")) {
      Path file = folder.resolve(name + ".json");
      Files.deleteIfExists(file);
      Path packed = RUNS.resolve(run).resolve(name + ".json.gz");
      if (Files.exists(packed)) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
          Files.copy(in, file);
        }
      }
    }
    return folder;
  }
}
