package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class FindingsTest {

  private static final String VALIDATION = "standard.ValidationBenchmark.validate";
  private static final String STEP = "components.StepBenchmark.";

  @TempDir private Path folder;

  private final Fixture fixture = new Fixture();

  private List<String> findings() {
    return Findings.of(Results.in(fixture.in(folder)));
  }

  private ObjectNode load(String name, Map<String, String> params, double... perMilli) {
    return Fixture.rounds(fixture.row(name, "thrpt", 100, params, 1, "ops/ms"), perMilli);
  }

  @Test
  void answersTheQuestionsOfARunInSentences() {
    fixture.load(load(VALIDATION, Map.of("cacheSize", "0"), 44.46, 44.49, 44.52), 30);
    load(VALIDATION, Map.of("cacheSize", "60"), 48, 49, 50);
    load(VALIDATION, Map.of("cacheSize", "600"), 2_400, 2_450, 2_500);
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "0"), 50, 51, 52);
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "100"), 150, 153, 156);
    fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 31.5, "us/op");
    fixture.row(STEP + "tokenParsing", "avgt", 1, Map.of(), 2.5, "us/op");
    fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op");
    for (String peer : List.of("JWT_VALIDATION", "AUTH0", "VERTX")) {
      Map<String, String> params = Map.of("peer", peer, "algorithm", "RS256");
      double micros = 10 + 3 * peer.length() % 13;
      fixture.row("peers.PeerRs256Benchmark.verify", "avgt", 1, params, micros, "us/op");
    }

    assertThat(findings())
        .containsExactly(
            "100 threads on 2 processors validate 44,500 tokens a second without a cache, and"
                + " 49,000 with one for a tenth of the tokens (1.10 times as many); with one for"
                + " all tokens, 2,450,000.",
            "Without a cache, each of these threads waits 1.50 ms for a token on average, most of"
                + " that for a processor: 1.00 % of the validations take more than 1 ms, the"
                + " longest 475 ms, half of them at most 48.7 µs.",
            "If all tokens are bad, the server answers 153,000 a second, where it answers 51,000"
                + " if all are good (3.00 times as many).",
            "An uncached validation takes 35.0 µs on one thread, 90 % of that for its signature.",
            "With RS256, one thread validates a token in 13.0 µs, where the fastest other library,"
                + " Auth0 java-jwt, takes 12.0 µs: 1.08 of its time.",
            "Not level in every JVM: 1 of 11 rows, which are marked. Do not rely on their figures,"
                + " or on ratios to them.");
  }

  @Test
  void doesNotClaimADifferenceThatIsNotShown() {
    load(VALIDATION, Map.of("cacheSize", "0"), 40, 50, 45);
    load(VALIDATION, Map.of("cacheSize", "60"), 42, 49, 44);

    assertThat(findings())
        .singleElement()
        .asString()
        .contains("of the tokens (no difference shown).");
  }

  @Test
  void saysWhatCannotBeReliedOn() {
    fixture.counter(load(VALIDATION, Map.of(), 1, 1), "otherProgramsPercent", 40);
    fixture.counter(load(VALIDATION, Map.of("cacheSize", "7"), 1, 1), "declined", 0.5);

    assertThat(findings())
        .hasSize(2)
        .anyMatch(text -> text.startsWith("Measured beside other programs: 1 of 2 rows"))
        .anyMatch(text -> text.startsWith("Verified without tables in some JVM: 1 of 2 rows"));
  }

  @Test
  void beginsWithWhatDoesNotAddUp() throws IOException {
    load(VALIDATION, Map.of("cacheSize", "0"), 44);
    load(VALIDATION, Map.of("cacheSize", "600"), 43);
    load(VALIDATION, Map.of("cacheSize", "600", "again", "again"), 40);
    fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 20, "us/op");
    fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op");
    for (String peer : List.of("BARE_JDK", "AUTH0")) {
      Map<String, String> params = Map.of("peer", peer, "sent", "VALID");
      double micros = peer.equals("AUTH0") ? 30 : 40;
      fixture.row("peers.PeerRs256Benchmark.verify", "avgt", 1, params, micros, "us/op");
    }

    assertThat(findings().subList(0, 4))
        .containsExactly(
            "DOES NOT ADD UP: The steps of a validation make 0.57 of the whole, and must make 0.8"
                + " to 1.2.",
            "DOES NOT ADD UP: A load whose tokens are all cached takes longer than one without a"
                + " cache.",
            "DOES NOT ADD UP: Auth0 java-jwt takes 0.75 of the time of the signature" + " alone.",
            "DOES NOT ADD UP: A row of the suite standard that is measured twice takes 1.08 times"
                + " itself: chance does as much to every ratio of the suite.");
    assertThat(Report.write(fixture.in(folder))).contains("\nDOES NOT ADD UP: The steps of a");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("\"findings\":[\"DOES NOT ADD UP: The steps");
  }
}
