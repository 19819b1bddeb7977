package org.jwtvalidation.benchmark.suite.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what the benchmarks of the suite measure. */
class StartupSuiteTest {

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
  void failsIfTheNewJvmFails() {
    assertThatThrownBy(() -> startUp.run("no such algorithm"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not found");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsWhatANewServiceDoes(boolean training) throws Exception {
    ColdServiceBenchmark service = new ColdServiceBenchmark();
    service.algorithm = "ES256";
    service.threads = 4;
    service.training = training;
    service.seconds = 2;
    service.jvms = 1;
    ColdServiceBenchmark.Speeds speeds = new ColdServiceBenchmark.Speeds();

    service.serve(speeds);

    assertThat(speeds.first + speeds.last).isPositive();
    assertThat(speeds.fifth).isEqualTo(speeds.last);
    assertThat(speeds.trainingMillis > 0).isEqualTo(training);
  }

  @Test
  void countsTheMedianAndTheWorstOfNewServices() {
    ColdServiceBenchmark.Speeds speeds = new ColdServiceBenchmark.Speeds();

    speeds.take(new long[][] {{30, 4_000, 9_000}, {10, 1_000, 7_000}, {20, 3_000, 8_000}});

    assertThat(speeds)
        .returns(20.0, each -> each.trainingMillis)
        .returns(3.0, each -> each.first)
        .returns(1.0, each -> each.firstWorst)
        .returns(8.0, each -> each.fifth)
        .returns(8.0, each -> each.last)
        .returns(7.0, each -> each.lastWorst);
    speeds.take(new long[][] {{0, 1_000}, {0, 2_000}});
    assertThat(speeds.first).isEqualTo(1.5);
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
