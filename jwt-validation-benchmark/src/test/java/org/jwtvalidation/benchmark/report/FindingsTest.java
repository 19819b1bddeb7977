// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk-independent")
class FindingsTest {

  private static final String VALIDATION = "standard.ValidationBenchmark.validate";
  private static final String STEP = "components.StepBenchmark.";

  @TempDir private Path folder;

  private final Fixture fixture = new Fixture();

  /** In the order of the summary. */
  private List<String> findings() {
    Findings findings = Findings.of(Results.in(fixture.in(folder)));
    List<String> all = new ArrayList<>();
    findings.broken().forEach(broken -> all.add("DOES NOT ADD UP: " + broken));
    all.addAll(findings.first());
    all.addAll(findings.limits());
    return all;
  }

  private static void busy(ObjectNode row) {
    row.withObject("/machine").put("otherProgramsPercent", 40);
  }

  private ObjectNode load(String name, Map<String, String> params, double... perMilli) {
    return Fixture.rounds(fixture.row(name, "thrpt", 100, params, 1, "ops/ms"), perMilli);
  }

  @Test
  void answersTheQuestionsOfARunInSentences() {
    fixture.load(load(VALIDATION, Map.of("cacheSize", "0"), 44.46, 44.49, 44.52), 45);
    load(VALIDATION, Map.of("cacheSize", "60"), 48, 49, 50);
    load(VALIDATION, Map.of("cacheSize", "600"), 2_400, 2_450, 2_500);
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "0"), 50, 51, 52);
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "100"), 150, 153, 156);
    fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 31.5, "us/op");
    fixture.smallSteps();
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
                + " all tokens, 2,450,000. (Doubtful: see the marks below.)",
            "Without a cache, each of these threads waits 2.25 ms for a token on average, most of"
                + " that for a processor: 1.50 % of the validations take more than 1 ms, the"
                + " longest 713 ms, half of them at most 73.1 µs. (Doubtful: see the marks below.)",
            "If all tokens are bad, the server answers 153,000 a second, where it answers 51,000"
                + " if all are good (3.00 times as many).",
            "An uncached validation takes 35.0 µs on one thread, 90 % of that for its signature.",
            "With RS256, one thread validates a token in 13.0 µs, where the fastest other library"
                + " of this run with the JDK's providers, Auth0 java-jwt, takes 12.0 µs: 1.08 of its time.",
            "Of 19 rows, do not rely on those that are marked, or on ratios to them: 1 not level in"
                + " every JVM.");
  }

  @Test
  void saysWhatARecordingCostsTheLoadThatItExplains() {
    String recorded = "recording.RecordedLoadBenchmark.validate";
    load(recorded, Map.of("recorded", "NONE"), 52, 52.1, 52.2);
    load(recorded, Map.of("recorded", "VALIDATIONS"), 30.4, 30.5, 30.6);
    load(recorded, Map.of("recorded", "CPU_TIME"), 16, 16, 16);

    assertThat(findings())
        .containsExactly(
            "The load that is recorded validates 30,500 tokens a second, and without a recorder"
                + " 52,100 (1.71 times as many); with the processor's clock of each thread, 16,000.");
  }

  @Test
  void saysWhichRatiosAreNotThoseOfRounds() {
    load(VALIDATION, Map.of("cacheSize", "0"), 40, 41, 42);
    load(VALIDATION, Map.of("cacheSize", "60"), 44, 45);

    assertThat(Report.write(fixture.in(folder))).contains("60 0.92 (not by rounds)");
  }

  @Test
  void doesNotCompareSharesOfFewValidations() {
    String recording = "recording.RecordedLoadBenchmark.validate";
    for (String recorded : List.of("NONE", "VALIDATIONS")) {
      ObjectNode row = load(recording, Map.of("recorded", recorded), 40);
      fixture.counter(row, "heldUpPercent", recorded.equals("NONE") ? 0.009 : 0.018);
      fixture.counter(row, "requests", 1_000_000);
    }

    assertThat(Report.write(fixture.in(folder))).contains("0.01 % without: not shown (too few)");
  }

  @Test
  void doesNotAddUpStepsThatWereMeasuredBesideOtherPrograms() {
    fixture.smallSteps();
    busy(fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 60, "us/op"));
    fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op");

    assertThat(Report.write(fixture.in(folder)))
        .contains("All steps, times the whole of 35.0 µs: not shown (machine busy)");
  }

  @Test
  void doesNotAddUpStepsOfWhichOneIsMissing() {
    fixture.smallSteps();
    fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op");

    assertThat(findings()).isEmpty();
    assertThat(Report.write(fixture.in(folder))).doesNotContain("All steps, times");
  }

  @Test
  void callsACacheThatOfATenthOfTheTokensOnlyIfItIs() {
    load(VALIDATION, Map.of("cacheSize", "0", "tokens", "60"), 40);
    load(VALIDATION, Map.of("cacheSize", "60", "tokens", "60"), 42);
    load(VALIDATION, Map.of("cacheSize", "600", "tokens", "60"), 39);

    assertThat(findings()).isEmpty();
  }

  @Test
  void blamesProcessorsOnlyIfTheyAreFew() {
    fixture.cores(64).load(load(VALIDATION, Map.of("cacheSize", "0"), 45), 45);

    assertThat(findings()).noneMatch(text -> text.contains("for a processor"));
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
    busy(load(VALIDATION, Map.of(), 1, 1));
    load(VALIDATION, Map.of("cacheSize", "8"), 10, 11, 14, 15);
    fixture.counter(load(VALIDATION, Map.of("cacheSize", "7"), 1, 1), "declined", 0.5);

    assertThat(findings())
        .containsExactly(
            "Of 3 rows, do not rely on those that are marked, or on ratios to them: 1 measured"
                + " beside other programs, 1 with quartiles more than a fifth apart, 1 without"
                + " tables in some JVM.");
  }

  @Test
  void beginsWithWhatDoesNotAddUp() throws IOException {
    load(VALIDATION, Map.of("cacheSize", "0"), 44);
    load(VALIDATION, Map.of("cacheSize", "600"), 43);
    load(VALIDATION, Map.of("cacheSize", "600", "again", "again"), 40);
    fixture.smallSteps();
    fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 15, "us/op");
    fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op");
    for (String peer : List.of("BARE_JDK", "AUTH0")) {
      Map<String, String> params = Map.of("peer", peer, "sent", "VALID", "algorithm", "RS256");
      double micros = peer.equals("AUTH0") ? 30 : 40;
      fixture.row("peers.PeerRs256Benchmark.verify", "avgt", 1, params, micros, "us/op");
    }

    assertThat(findings().subList(0, 4))
        .containsExactly(
            "DOES NOT ADD UP: The steps of a validation make 0.48 of the whole, and must make 0.8"
                + " to 1.2.",
            "DOES NOT ADD UP: A load whose tokens are all cached takes longer than one without a"
                + " cache.",
            "DOES NOT ADD UP: With RS256, Auth0 java-jwt takes 0.75 of the time of the signature"
                + " alone.",
            "DOES NOT ADD UP: Two measurements of one row of the suite standard differ by a factor"
                + " of 1.08: chance can do as much to every ratio of the suite.");
    assertThat(Report.write(fixture.in(folder))).contains("\nDOES NOT ADD UP: The steps of a");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("\"broken\":[\"The steps of a");
  }

  @Test
  void judgesNothingByRowsBesideWhichOtherProgramsWereAtWork() {
    busy(load(VALIDATION, Map.of("cacheSize", "0"), 44));
    busy(load(VALIDATION, Map.of("cacheSize", "600"), 43));
    busy(load(VALIDATION, Map.of("cacheSize", "600", "again", "again"), 30));
    fixture.smallSteps();
    fixture.row(STEP + "signatureValidation", "avgt", 1, Map.of(), 15, "us/op");
    busy(fixture.row(STEP + "whole", "avgt", 1, Map.of(), 35, "us/op"));
    for (String peer : List.of("BARE_JDK", "AUTH0")) {
      Map<String, String> params = Map.of("peer", peer, "sent", "VALID", "algorithm", "RS256");
      double micros = peer.equals("AUTH0") ? 30 : 40;
      busy(fixture.row("peers.PeerRs256Benchmark.verify", "avgt", 1, params, micros, "us/op"));
    }
    String recording = "recording.RecordedLoadBenchmark.validate";
    for (String recorded : List.of("NONE", "VALIDATIONS")) {
      ObjectNode row = load(recording, Map.of("recorded", recorded), 40);
      fixture.counter(row, "heldUpPercent", recorded.equals("NONE") ? 1 : 5);
      busy(row);
    }

    assertThat(findings()).noneMatch(text -> text.startsWith("DOES NOT ADD UP"));
    assertThat(Report.write(fixture.in(folder)))
        .contains("Above 1 ms when recorded, times 1.00 % without: not shown (machine busy)");
  }

  @Test
  void judgesByTheBestPeriodsBecauseOthersShowWhatElseTheMachineDid() {
    String benchmark = "peers.PeerRs256Benchmark.verify";
    Map<String, String> facts = Map.of("peer", "AUTH0", "sent", "VALID", "algorithm", "RS256");
    for (String again : List.of("", "again")) {
      Map<String, String> params = new HashMap<>(facts);
      params.computeIfAbsent("again", name -> again.isEmpty() ? null : again);
      ObjectNode row = fixture.row(benchmark, "avgt", 1, params, 40, "us/op");
      double usual = again.isEmpty() ? 40 : 48;
      Fixture.periods(Fixture.rounds(row, usual), 100, 36 / usual);
    }
    Map<String, String> bare = new HashMap<>(facts);
    bare.put("peer", "BARE_JDK");
    Fixture.periods(
        Fixture.rounds(fixture.row(benchmark, "avgt", 1, bare, 60, "us/op"), 60), 100, 0.5);

    assertThat(findings()).noneMatch(text -> text.startsWith("DOES NOT ADD UP"));
    assertThat(Report.write(fixture.in(folder)))
        .contains("The same row again, times the first: PeerRs256.verify 1.20 (best 1.00)");
  }

  @Test
  void saysTheRatioThatItHasJudged() {
    String peers = "peers.PeerRs256Benchmark.verify";
    Map<String, String> facts = Map.of("peer", "AUTH0", "sent", "VALID", "algorithm", "RS256");
    measured(peers, facts, 60, 24);
    Map<String, String> bare = new HashMap<>(facts);
    bare.put("peer", "BARE_JDK");
    measured(peers, bare, 50, 40);
    measured("algorithms.AlgorithmBenchmark.validate", Map.of("signedBy", "PS256"), 90, 35);
    measured("algorithms.AlgorithmBenchmark.raw", Map.of("signedBy", "PS256"), 80, 50);

    assertThat(findings())
        .contains(
            "DOES NOT ADD UP: With RS256, Auth0 java-jwt takes 0.60 of the time of the signature"
                + " alone.")
        .filteredOn(text -> text.startsWith("DOES NOT ADD UP: Algorithm"))
        .singleElement()
        .asString()
        .contains(" takes 0.70 of the time of its part raw.");
  }

  /** A row whose JVMs take so many microseconds, and so many in their best periods. */
  private void measured(String name, Map<String, String> facts, double micros, double best) {
    ObjectNode row = fixture.row(name, "avgt", 1, facts, micros, "us/op");
    Fixture.periods(Fixture.rounds(row, micros, micros), 100, best / micros);
  }

  @Test
  void findsWhatLoadsAndTheirCallersAndMonitorsDoNotAgreeOn() {
    ObjectNode load = load(VALIDATION, Map.of("cacheSize", "0"), 40);
    fixture.counter(load, "latency", 1_000_000).counter(load, "inFlight", 100);
    fixture.counter(load, "requests", 1_000).counter(load, "step/COMPLETE_VALIDATION/count", 990);
    for (String percent : List.of("0", "10", "50", "100")) {
      ObjectNode errors =
          load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", percent), 40);
      fixture.counter(errors, "acceptedPercent", percent.equals("50") ? 50.6 : 0.001);
    }

    assertThat(findings())
        .contains(
            "DOES NOT ADD UP: The rate of Validation (validate) times its mean latency is 40, where"
                + " 100 requests were in flight.",
            "DOES NOT ADD UP: The monitor of Validation (validate) counted 990 validations, and its"
                + " callers 1,000.")
        .filteredOn(text -> text.contains("are good, and 0.00 % were accepted"))
        .hasSize(3);
  }

  @Test
  void comparesInSentencesByTheRoundsAsInTables() {
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "0"), 10, 20, 30);
    load("errors.ErrorLoadBenchmark.validate", Map.of("errorPercent", "100"), 60, 30, 90);

    assertThat(findings()).anyMatch(line -> line.contains("(3.00 times as many)"));
  }

  @Test
  void findsAWholeThatIsFasterThanItsPart() {
    for (String algorithm : List.of("ES256", "ES384")) {
      Map<String, String> params = Map.of("algorithm", algorithm);
      fixture.row("algorithms.AlgorithmBenchmark.raw", "avgt", 1, params, 80, "us/op");
      ObjectNode validate =
          fixture.row("algorithms.AlgorithmBenchmark.validate", "avgt", 1, params, 60, "us/op");
      fixture.counter(validate, "tables", algorithm.equals("ES256") ? 1 : 0);
    }

    assertThat(findings().stream().filter(line -> line.startsWith("DOES NOT ADD UP")))
        .as("with a table, the signature of a provider is no part")
        .containsExactly(
            "DOES NOT ADD UP: Algorithm (validate, ES384, threads 1) takes 0.75 of the time of its"
                + " part raw.");
  }

  @Test
  void namesExtremesInTheWordsOfAReader() {
    for (String event : List.of("ROTATION", "UNKNOWN_KEYS")) {
      Map<String, String> params = Map.of("event", event, "algorithm", "ES256");
      int micros = event.length() * 10;
      fixture.row("load.RemoteKeysBenchmark.validate", "avgt", 1, params, micros, "us/op");
    }
    for (int length : new int[] {100, 1000}) {
      Map<String, String> params = Map.of("subjectLength", "" + length);
      fixture.row("base64.DecoderBenchmark.ours", "avgt", 1, params, length, "us/op");
    }
    for (String kept : List.of("CACHED_TOKENS", "KEYS")) {
      Map<String, String> params = Map.of("kept", kept);
      int octets = 100 * kept.length();
      fixture.row("scaling.RetainedMemoryBenchmark.measure", "ss", 1, params, octets, "B");
    }

    assertThat(findings())
        .contains(
            "Remote keys: from 80.0 µs (validate, rotation) to 120 µs (validate, unknown keys).",
            "Decoder: from 100 µs (ours, subject length 100) to 1.00 ms (ours, subject length"
                + " 1000).",
            "Retained memory: from 400 B (measure, keys) to 1,300 B (measure, cached tokens).");
  }

  @Test
  void namesThreadsGatesAndProvidersInTheWordsOfAReader() {
    String load = "load.LoadPatternBenchmark.validate";
    for (String gate : List.of("none", "verifications:4", "fair:2")) {
      for (String executor : List.of("PLATFORM", "VIRTUAL")) {
        Map<String, String> params = new TreeMap<>(Map.of("executor", executor, "gate", gate));
        fixture.row(load, "avgt", 1, params, 10 * gate.length() + executor.length(), "us/op");
      }
    }
    List<String> offers = List.of("JDK_RS256", "BC_ED25519", "CONSCRYPT_ED25519");
    for (String offer : offers) {
      Map<String, String> params = Map.of("offer", offer);
      fixture.row("providers.ProviderBenchmark.raw", "avgt", 1, params, offer.length(), "us/op");
    }
    for (String provider : List.of("JDK", "ACCP")) {
      String cached = String.valueOf(provider.equals("JDK"));
      Map<String, String> params = new TreeMap<>(Map.of("cached", cached, "provider", provider));
      fixture.row("requests.ProofBenchmark.proof", "avgt", 1, params, provider.length(), "us/op");
    }

    assertThat(findings())
        .contains(
            "Load pattern: from 47.0 µs (validate, virtual threads, no gate) to 158 µs (validate,"
                + " platform threads, at most 4 verifications at once).",
            "Provider: from 9.00 µs (raw, RS256 by the JDK) to 17.0 µs (raw, Ed25519 by"
                + " Conscrypt).",
            "Proof: from 3.00 µs (proof, cached, by the JDK) to 4.00 µs (proof, not cached, by"
                + " ACCP).");
  }

  @Test
  void answersNothingByRowsBesideWhichOtherProgramsWereAtWork() {
    load(VALIDATION, Map.of("cacheSize", "0"), 40);
    busy(load(VALIDATION, Map.of("cacheSize", "60"), 42));

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("Of 2 rows,")
        .endsWith(" 1 measured beside other programs.");
    assertThat(Report.write(fixture.in(folder)))
        .contains("cacheSize 60 not shown (machine busy)\n")
        .contains("MACHINE BUSY, 40 % by other programs");
  }

  @Test
  void expectsNothingOfAQuickRun() {
    load(VALIDATION, Map.of("cacheSize", "0"), 44);
    load(VALIDATION, Map.of("cacheSize", "600"), 43);
    fixture.quick();

    assertThat(findings()).noneMatch(text -> text.startsWith("DOES NOT"));
  }

  @ParameterizedTest
  @CsvSource({
    "153000000, '153 ms at P99.9, most of that not running.'",
    "70000, 70.0 µs at P99.9."
  })
  void saysWhatTheLongestStepTakesUnderLoad(double rare, String end) {
    ObjectNode load = load("standard.StepsUnderLoadBenchmark.validate", Map.of(), 70);
    for (String step : List.of("TOKEN_PARSING", "SIGNATURE_VALIDATION", "COMPLETE_VALIDATION")) {
      double nanos = step.equals("TOKEN_PARSING") ? 1_000 : 22_000;
      fixture.counter(load, "step/" + step + "/count", 600_000);
      fixture.counter(load, "step/" + step + "/p50", nanos);
      fixture.counter(load, "step/" + step + "/p99", 2 * nanos);
      fixture.counter(load, "step/" + step + "/p999", rare);
    }

    assertThat(findings())
        .contains(
            "Under this load, the step signature validation takes 22.0 µs at P50, 44.0 µs at P99 and "
                + end);
  }

  @Test
  void saysWhatTheSlowestWaitFor() {
    assertThat(
            Findings.of(Results.in(Fixture.small().with(ProfileFixture.full()).in(folder)))
                .answers()
                .get("profiles"))
        .contains(
            "Under the usual load, a validation takes 41.0 µs at P50, 771 µs at P99 and 4.34 ms"
                + " at P99.9.",
            "Validations in the band P99.9 and beyond spend 94 % of their time waiting without"
                + " an event, as for a processor.");
  }

  @Test
  void saysNothingOfAProfileBesideOtherPrograms() {
    assertThat(ofProfiles("none", "true")).hasSize(1).allMatch(text -> text.contains(" at P50"));
    assertThat(ofProfiles("none", "false"))
        .hasSize(2)
        .allMatch(text -> text.contains(" the band "));
    assertThat(ofProfiles("2", "false")).hasSize(3);
  }

  /** The sentences of ungated profiles, if other programs were at work during one row. */
  private List<String> ofProfiles(String disturbedGate, String disturbedCpuTime) {
    Fixture run = Fixture.small();
    ArrayNode profiles = new ObjectMapper().createArrayNode();
    for (String gate : List.of("none", "2")) {
      for (String cpuTime : List.of("false", "true")) {
        Map<String, String> params = Map.of("cpuTime", cpuTime, "gate", gate, "threads", "100");
        ObjectNode row = run.row(ProfileFixture.BENCHMARK, "thrpt", 100, params, 60, "ops/ms");
        if (gate.equals(disturbedGate) && cpuTime.equals(disturbedCpuTime)) {
          busy(row);
        }
        ProfileFixture.add(profiles, "ss", params);
      }
    }
    return Findings.of(Results.in(run.with(profiles).in(folder))).answers().get("profiles");
  }
}
