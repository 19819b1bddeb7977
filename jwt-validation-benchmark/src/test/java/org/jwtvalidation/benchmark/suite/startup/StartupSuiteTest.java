// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.TokenRejectedException;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class StartupSuiteTest {

  private static final String PERCENT_WITH_TABLES = "percentWithTables";
  private static final int LONGEST_SECONDS = 120;

  private final StartUpBenchmark startUp = new StartUpBenchmark();
  private final EntropyBenchmark entropy = new EntropyBenchmark();

  @ParameterizedTest
  @ValueSource(strings = {"-Dno.flag", StartUpBenchmark.EGD})
  void validatesATokenInANewJvm(String flag) throws Exception {
    startUp.flag = flag;

    assertThat(startUp.nothing()).isEmpty();
    assertThat(startUp.firstToken()).isEqualTo("user-1");
  }

  @Test
  void loadsNoClassOfBcprovForRsa() throws Exception {
    startUp.flag = "-verbose:class";

    assertThat(startUp.firstToken())
        .contains("user-1", "org.jwtvalidation.TokenValidator")
        .doesNotContain("org.bouncycastle");
  }

  @Test
  void rejectsTheTokenIfItsClaimsAreChanged() throws Exception {
    FirstToken token = FirstToken.of("RS256");
    String[] segments = token.compact().split("\\.", -1);
    String changed = segments[0] + "." + segments[1].replace("eHh4", "eHh5") + "." + segments[2];

    assertThat(changed).isNotEqualTo(token.compact());
    assertThatThrownBy(() -> token.validator().validate(changed))
        .isInstanceOf(TokenRejectedException.class)
        .hasMessageContaining("SIGNATURE_INVALID");
  }

  @Test
  void failsIfTheNewJvmFails() {
    assertThatThrownBy(() -> startUp.run("no such algorithm"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not found");
  }

  @ParameterizedTest
  @CsvSource({"ES256, JWT_VALIDATION_WARMED_UP", "RS256, AUTH0"})
  void countsWhatANewServiceDoes(SignatureAlgorithm algorithm, String peer) throws Exception {
    ColdServiceBenchmark service = new ColdServiceBenchmark();
    service.algorithm = algorithm;
    service.threads = 4;
    service.peer = peer;
    service.seconds = 2;
    service.jvms = 1;

    double percentWithTables = peer.startsWith("JWT") ? 100 : 0;
    Map<String, Double> results;
    double found;
    service.sign();
    try {
      results = service.measure();
      found = results.get(PERCENT_WITH_TABLES);
      // On a busy machine, tables come later than in two seconds.
      while (found < percentWithTables && service.seconds < LONGEST_SECONDS) {
        service.seconds *= 2;
        found = service.measure().get(PERCENT_WITH_TABLES);
      }
    } finally {
      service.delete();
    }

    assertThat(results.get("in1s") + results.get("rateAtLevel")).isPositive();
    assertThat(results.get("in5s")).isNaN();
    assertThat(found).isEqualTo(percentWithTables);
    assertThat(results.get("millisToReady")).isPositive();
    assertThat(results.get("millisToFirst"))
        .isPositive()
        .isLessThan(results.get("millisToThousandth"));
  }

  @Test
  void saysWhyANewServiceFails() throws Exception {
    ColdServiceBenchmark service = new ColdServiceBenchmark();
    service.peer = "NO_SUCH";
    service.jvms = 1;
    service.sign();
    try {
      assertThatIllegalStateException()
          .isThrownBy(service::serve)
          .withMessageContaining("NO_SUCH is unknown");
    } finally {
      service.delete();
    }
  }

  @Test
  void tellsWhatANewJvmHasDone() {
    // A second and a half of nothing, then three and a half at 1,000 a second.
    ColdLife life =
        ColdLife.of(
            "70 1 8000000 1500000000"
                + " 0".repeat(15)
                + " 60".repeat(5)
                + " 100".repeat(30)
                + "\n");

    assertThat(life.millisToReady()).isEqualTo(70);
    assertThat(life.usesTables()).isTrue();
    assertThat(life.millisToFirst()).isEqualTo(8);
    assertThat(life.millisToThousandth()).isEqualTo(1_500);
    assertThat(life.in(1)).isZero();
    assertThat(life.in(5)).isEqualTo(3_300);
    assertThat(life.in(10)).isNaN();
    assertThat(life.level()).isEqualTo(1_000);
    // The half second from 1.9 to 2.4 s has 60 and four times 100.
    assertThat(life.millisToLevel()).isEqualTo(2_400);
  }

  @Test
  void countsTheMedianAndTheWorstOfNewServices() {
    assertThat(ColdServiceBenchmark.results(List.of(life(30, 40), life(10, 10), life(20, 30))))
        .containsEntry("millisToReady", 20.0)
        .containsEntry("millisToReadyWorst", 30.0)
        .containsEntry("millisToFirst", 20.0)
        .containsEntry("millisToFirstWorst", 30.0)
        .containsEntry("millisToThousandthWorst", 2.0)
        .containsEntry("in1s", 300.0)
        .containsEntry("in1sWorst", 100.0)
        .containsEntry("rateAtLevel", 300.0)
        .containsEntry("rateAtLevelWorst", 100.0)
        .containsEntry("millisToLevelWorst", 500.0)
        .containsEntry("percentWithTables", 0.0);
    assertThat(ColdServiceBenchmark.results(List.of(life(0, 10), life(0, 20))))
        .containsEntry("in1s", 150.0);
  }

  private static ColdLife life(long millisToReady, long count) {
    long[] counts = new long[10];
    Arrays.fill(counts, count);
    return new ColdLife(millisToReady, false, 1_000_000 * millisToReady, 2_000_000, counts);
  }

  @Test
  void drawsRandomNumbers() throws NoSuchAlgorithmException {
    entropy.usual();
    byte[] first = entropy.numbers.clone();
    entropy.usualWithFlag();
    byte[] second = entropy.numbers.clone();

    assertThat(first).isNotEqualTo(new byte[32]).isNotEqualTo(second);
    assertThat(entropy.strong().getAlgorithm()).isEqualTo(entropy.strongWithFlag().getAlgorithm());
  }
}
