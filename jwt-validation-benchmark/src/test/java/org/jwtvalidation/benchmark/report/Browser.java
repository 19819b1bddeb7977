// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser that opens pages from disk. */
final class Browser {

  private static final Path SHOTS = Path.of("target", "report-page");

  /**
   * Selenium warns about every browser newer than itself; the affected features are unused here.
   */
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  private Browser() {}

  /** Opens a browser; the test is skipped if there is none, and fails if it must have one. */
  static ChromeDriver open(Path folder) {
    Path binary = find("chromium", "chromium-browser", "google-chrome");
    Path driver = find("chromedriver");
    if (binary == null || driver == null) {
      String missing = "no browser: install chromium and chromium-driver";
      if ("true".equals(System.getenv("CI"))) {
        fail(missing);
      }
      abort(missing);
    }
    DEVTOOLS.setLevel(Level.SEVERE);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(binary.toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--window-size=1100,900",
        "--user-data-dir=" + folder.resolve("profile"));
    return new ChromeDriver(
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.toFile())
            .usingAnyFreePort()
            .build(),
        options);
  }

  private static Path find(String... names) {
    return Stream.of(names)
        .flatMap(name ->
            Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /** Sets the size of the window; a screen as wide as a phone has no lower limit. */
  static void resize(ChromeDriver browser, int width, int height) {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Leaves a screenshot of the whole page in {@code target/}. */
  static void shoot(ChromeDriver browser, String name) throws IOException {
    Files.createDirectories(SHOTS);
    Object height = browser.executeScript("return document.documentElement.scrollHeight");
    Object width = browser.executeScript("return innerWidth");
    Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
    Object data =
        browser
            .executeCdpCommand(
                "Page.captureScreenshot",
                Map.of("captureBeyondViewport", true, "optimizeForSpeed", true, "clip", clip))
            .get("data");
    Files.write(SHOTS.resolve(name), Base64.getDecoder().decode(data.toString()));
  }
}
