// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.suite.peers.PeerEs256Benchmark;
import org.jwtvalidation.benchmark.suite.peers.PeerRs256Benchmark;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

@Tag("jdk-independent")
class SpeedChartTest {

  private static final String CACHED = "standard.CacheHitBenchmark.validate";
  private static final String RS256 = "peers.PeerRs256Benchmark.verify";
  private static final String ES256 = "peers.PeerEs256Benchmark.verify";

  private final Fixture fixture = new Fixture();

  private String missing = "";

  @TempDir private Path folder;

  @Test
  void showsThreeFiguresBesideTheFastestOtherLibrary() throws Exception {
    measure(CACHED, RS256, ES256);

    Document image = parsed(drawn());
    assertThat(texts(image, "text"))
        .containsSubsequence(
            "RS256, one of 600 cached tokens",
            "jwt-validation",
            "0.132 (0.128–0.136) µs",
            "token-sheriff",
            "1.02 (0.99–1.05) µs",
            "RS256, uncached token",
            "jwt-validation",
            "35.0 (34.0–36.1) µs",
            "Vert.x",
            "36.8 (35.7–37.9) µs",
            "ES256, uncached token",
            "jwt-validation",
            "30.0 (29.1–30.9) µs",
            "FusionAuth JWT",
            "400 (388–412) µs");
    assertThat(texts(image, "text"))
        .contains("Microseconds, one thread. Shorter is better.")
        .contains("2026-03-14T15:09:26Z · 0123456789 · JDK 25.0.1")
        .contains("2 × Example CPU 2.5 GHz · Linux 6.1");
  }

  @Test
  void drawsAllBarsFromZeroOnOneScale() throws Exception {
    measure(CACHED, RS256, ES256);

    Document image = parsed(drawn());
    List<Element> bars =
        elements(image, "rect").stream()
            .filter(bar -> bar.getAttribute("class").matches("ours|other"))
            .toList();
    assertThat(bars).extracting(bar -> bar.getAttribute("x")).containsOnly("224").hasSize(6);
    double pixels = width(bars.get(5)) / 400;
    assertThat(bars.stream().mapToDouble(SpeedChartTest::width).toArray())
        .usingComparatorWithPrecision(0.01)
        .containsExactly(
            Arrays.stream(new double[] {0.132, 1.02, 35, 36.8, 30, 400})
                .map(micros -> micros * pixels)
                .toArray());
    List<Element> ticks =
        elements(image, "text").stream()
            .filter(text -> text.getAttribute("text-anchor").equals("middle"))
            .toList();
    assertThat(ticks)
        .extracting(Element::getTextContent)
        .containsExactly("0", "100", "200", "300", "400");
    assertThat(Double.parseDouble(ticks.get(4).getAttribute("x")))
        .isCloseTo(224 + 400 * pixels, within(0.01));
  }

  @Test
  void needsNothingElse() throws Exception {
    measure(CACHED, RS256, ES256);
    fixture.cpu("<image href=\"https://cpu.example\"/> & co");

    Document image = parsed(drawn());
    assertThat(elements(image, "*"))
        .extracting(Element::getTagName)
        .containsOnly("svg", "title", "desc", "style", "rect", "path", "text");
    assertThat(elements(image, "*"))
        .allSatisfy(element ->
            assertThat(IntStream.range(0, element.getAttributes().getLength()))
                .extracting(i -> element.getAttributes().item(i).getNodeName())
                .doesNotContain("href", "xlink:href", "style", "src"));
    assertThat(texts(image, "style").get(0)).doesNotContain("url(", "@import", "@font-face");
    assertThat(texts(image, "text"))
        .contains("2 × <image href=\"https://cpu.example\"/> & co · Linux 6.1");
  }

  @Test
  void isReadableInBothColourSchemesAndByScreenReaders() throws Exception {
    measure(CACHED, RS256, ES256);

    Document image = parsed(drawn());
    Element svg = image.getDocumentElement();
    assertThat(svg.getAttribute("role")).isEqualTo("img");
    assertThat(svg.getAttribute("aria-labelledby")).isEqualTo("title desc");
    assertThat(texts(image, "title")).hasSize(1).doesNotContain("");
    assertThat(texts(image, "desc"))
        .singleElement()
        .asString()
        .contains("less is better")
        .contains("ES256, uncached token: jwt-validation 30.0 (29.1–30.9) µs, FusionAuth JWT 400")
        .contains("jmh-result.json", "2026-03-14", "JDK 25.0.1", "2 × Example CPU");

    String[] styles = texts(image, "style").get(0).split("@media \\(prefers-color-scheme: dark\\)");
    assertThat(styles).hasSize(2);
    Pattern colour = Pattern.compile("\\.(\\w+) \\{ (?:fill|stroke): #\\p{XDigit}{6}");
    assertThat(colour.matcher(styles[1]).results().map(match -> match.group(1)))
        .containsExactlyElementsOf(
            colour.matcher(styles[0]).results().map(match -> match.group(1)).toList())
        .contains("page", "ink", "muted", "ours", "other");
    assertThat(Pattern.compile("(\\d+)px").matcher(styles[0]).results())
        .extracting(match -> Integer.parseInt(match.group(1)))
        .isNotEmpty()
        .allMatch(size -> size >= 12);
  }

  @Test
  void drawsRowsOfOneJvmWithoutASpreadAndSaysIfNoOtherLibraryCaches() throws Exception {
    Fixture.ofOneJvm(
        fixture.row(
            CACHED, "avgt", 1, Map.of("peer", "JWT_VALIDATION", "tokens", "600"), 132, "ns/op"));
    measure(RS256, ES256);

    assertThat(texts(parsed(drawn()), "text"))
        .contains("0.132 µs", "no other library of this run caches tokens")
        .doesNotContain("NaN");
  }

  @ParameterizedTest
  @ValueSource(strings = {CACHED, RS256, ES256})
  void isNotDrawnWithoutOneOfItsRows(String missing) {
    measure(
        List.of(CACHED, RS256, ES256).stream()
            .filter(name -> !name.equals(missing))
            .toArray(String[]::new));

    Report.write(fixture.in(folder));
    assertThat(folder.resolve("speed.svg")).doesNotExist();
  }

  @Test
  void isNotDrawnWithoutOneOfTheOtherLibraries() {
    missing = "TINK";
    measure(CACHED, RS256, ES256);

    assertThat(Report.write(fixture.in(folder)))
        .contains("the fastest other library of this run\n    with the JDK's providers, Vert.x");
    assertThat(folder.resolve("speed.svg")).doesNotExist();
  }

  @Test
  void isNotDrawnFromAQuickRun() {
    measure(CACHED, RS256, ES256);

    Report.write(fixture.quick().in(folder));
    assertThat(folder.resolve("speed.svg")).doesNotExist();
  }

  @Test
  void namesEveryLibrary() {
    assertThat(PeerRs256Benchmark.available())
        .contains(PeerEs256Benchmark.available())
        .filteredOn(peer -> !peer.startsWith("BARE_") && !peer.equals("JWT_VALIDATION"))
        .isNotEmpty()
        .isSubsetOf(Names.LIBRARIES.keySet());
  }

  /** Adds rows of these names, and others that the picture has to leave out. */
  private void measure(String... names) {
    for (String name : names) {
      switch (name) {
        case CACHED ->
            Map.of("JWT_VALIDATION", 132, "TOKEN_SHERIFF", 1_020, "BARE_STRING", 55)
                .forEach(this::cached);
        case RS256 ->
            peers(
                name,
                "RS256",
                PeerRs256Benchmark.available(),
                Map.of("JWT_VALIDATION", 35.0, "AUTH0", 37.0, "VERTX", 36.8));
        default ->
            peers(
                name,
                "ES256",
                PeerEs256Benchmark.available(),
                Map.of("JWT_VALIDATION", 30.0, "FUSIONAUTH", 400.0, "JJWT", 410.0));
      }
    }
  }

  private void cached(String peer, double nanos) {
    fixture.row(CACHED, "avgt", 1, Map.of("peer", peer, "tokens", "600"), nanos, "ns/op");
    fixture.row(CACHED, "avgt", 1, Map.of("peer", peer, "tokens", "1"), nanos / 2, "ns/op");
  }

  private void peers(String name, String algorithm, String[] all, Map<String, Double> micros) {
    for (String peer : all) {
      if (peer.equals(missing)) {
        continue;
      }
      double score = micros.getOrDefault(peer, peer.startsWith("BARE") ? 20.0 : 1_000.0);
      Map<String, String> params = Map.of("peer", peer, "algorithm", algorithm);
      fixture.row(name, "avgt", 1, params, score, "us/op");
      fixture.row(name, "avgt", 8, params, score / 2, "us/op");
      fixture.row(name.replace("verify", "verifyAndReadSubject"), "avgt", 1, params, 1, "us/op");
    }
  }

  private String drawn() throws IOException {
    Report.write(fixture.in(folder));
    return Files.readString(folder.resolve("speed.svg"));
  }

  private static Document parsed(String image) throws Exception {
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    return parser.parse(new InputSource(new StringReader(image)));
  }

  private static List<Element> elements(Document image, String tag) {
    var nodes = image.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  private static List<String> texts(Document image, String tag) {
    return elements(image, tag).stream().map(Element::getTextContent).toList();
  }

  private static double width(Element bar) {
    return Double.parseDouble(bar.getAttribute("width"));
  }
}
