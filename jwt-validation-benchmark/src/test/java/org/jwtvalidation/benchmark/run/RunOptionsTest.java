// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.options.TimeValue;

class RunOptionsTest {

  private static final RowTime ANNOTATED =
      new RowTime(2, 3, TimeValue.seconds(1), 5, TimeValue.seconds(1));

  @Test
  void areNotPassedToTheMeasuringJvms() {
    assertThat(
            GivenOptions.without(
                List.of("-Xmx1g", "-Djmh.executor=", "-Dworkload.tokens=9", "-Dname=jmh.quick")))
        .containsExactly("-Xmx1g", "-Dname=jmh.quick");
  }

  @Test
  void runTheUsualSuitesByDefault() {
    RunOptions options = options(Map.of("jmh.suite", "", "jmh.threads", " ", "jmh.quick", ""));

    assertThat(options.suites()).containsExactly(Suite.STANDARD, Suite.ERRORS, Suite.COMPONENTS);
    assertThat(options.threads()).isEmpty();
    assertThat(options.profilers()).isEmpty();
    assertThat(options.params()).isEmpty();
    assertThat(options.quick()).isFalse();
    assertThat(options.timing().over(ANNOTATED)).isEqualTo(ANNOTATED);
  }

  @Test
  void acceptGivenValues() {
    RunOptions options =
        options(
            Map.of(
                "jmh.suite", "peers, base64",
                "jmh.include", "Peer.*erify",
                "jmh.threads", "1,50,100",
                "jmh.prof", "stack,async:output=flamegraph;event=cpu",
                "jmh.quick", "true",
                "jmh.params", "peer=AUTH0,NIMBUS;algorithm=ES256",
                "workload.cacheSize", "0,60"));

    assertThat(options.suites()).containsExactly(Suite.PEERS, Suite.BASE64);
    assertThat(options.include().pattern()).isEqualTo("Peer.*erify");
    assertThat(options.threads()).containsExactly(1, 50, 100);
    assertThat(options.profilers()).containsExactly("stack", "async:output=flamegraph;event=cpu");
    assertThat(options.quick()).isTrue();
    assertThat(options.params())
        .isEqualTo(
            Map.of(
                "peer", List.of("AUTH0", "NIMBUS"),
                "algorithm", List.of("ES256"),
                "cacheSize", List.of("0", "60")));
  }

  @Test
  void searchAllSuitesForAPattern() {
    assertThat(options(Map.of("jmh.include", "Peer")).suites()).hasSameElementsAs(Suite.MEASURED);
    assertThat(options(Map.of("jmh.suite", "all")).suites()).hasSameElementsAs(Suite.MEASURED);
  }

  @Test
  void splitATotalDurationIntoIterations() {
    assertThat(
            options(
                    Map.of(
                        "warmup.duration",
                        "2s",
                        "measurement.duration",
                        "30s",
                        "jmh.iterations",
                        "3"))
                .timing()
                .over(ANNOTATED))
        .isEqualTo(
            new RowTime(2, 2, TimeValue.milliseconds(1000), 3, TimeValue.milliseconds(10_000)));
    assertThat(options(Map.of("measurement.duration", "100ms")).timing().over(ANNOTATED))
        .isEqualTo(new RowTime(2, 3, TimeValue.seconds(1), 1, TimeValue.milliseconds(100)));
  }

  @Test
  void keepATotalDurationWholeIfThereIsOneIteration() {
    RowTime load = new RowTime(3, 1, TimeValue.seconds(8), 1, TimeValue.seconds(6));
    assertThat(
            options(Map.of("warmup.duration", "60s", "measurement.duration", "2m"))
                .timing()
                .over(load))
        .isEqualTo(
            new RowTime(3, 1, TimeValue.milliseconds(60_000), 1, TimeValue.milliseconds(120_000)));
  }

  @Test
  void acceptSingleTimes() {
    assertThat(
            options(
                    Map.of(
                        "jmh.forks", "1",
                        "jmh.warmup.iterations", "0",
                        "jmh.warmup.time", "2s",
                        "jmh.iterations", "7",
                        "jmh.time", "500ms"))
                .timing()
                .over(ANNOTATED))
        .isEqualTo(new RowTime(1, 0, TimeValue.seconds(2), 7, TimeValue.milliseconds(500)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jmh.suite | peeers | jmh.suite: peeers is not a suite; choose all, or some of standard,",
        "jmh.suite | peers, | jmh.suite:  is not a suite",
        "jmh.suite | profiles | jmh.suite: profiles is not a suite of this command but of -Pbenchmark-jfr;",
        "jmh.include | ( | jmh.include: ( is not understood; choose a regular expression",
        "jmh.threads | 0 | jmh.threads: 0 is not understood; choose a whole number from 1 to 10000",
        "jmh.threads | 1,,2 | jmh.threads:  is not understood",
        "jmh.threads | many | jmh.threads: many is not understood",
        "jmh.forks | 0 | jmh.forks: 0 is not understood; choose a whole number from 1 to 100",
        "jmh.iterations | 0 | jmh.iterations: 0 is not understood",
        "jmh.warmup.iterations | -1 | jmh.warmup.iterations: -1 is not understood",
        "jmh.time | soon | jmh.time: soon is not understood; choose a time such as 500ms",
        "jmh.warmup.time | 0s | jmh.warmup.time: 0s is not understood",
        "measurement.duration | 10 parsecs | measurement.duration: 10 parsecs is not understood",
        "jmh.quick | perhaps | jmh.quick: perhaps is not understood",
        "jmh.executor | FIBER | jmh.executor: FIBER is not understood; choose PLATFORM or,",
        "jmh.params | peer | jmh.params: peer is not understood; write NAME=VALUE",
      })
  void nameAWrongOption(String option, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of(option, value)))
        .withMessageStartingWith(message);
  }

  @Test
  void refuseATotalBesideASingleTime() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("jmh.time", "1s", "measurement.duration", "9s")))
        .withMessageStartingWith("measurement.duration: cannot be combined with jmh.time");
  }

  @Test
  void acceptVirtualThreadsFromJava21On() {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads: use JDK 21 or newer");
    assertThat(options(Map.of("jmh.executor", "VIRTUAL")).params())
        .isEqualTo(Map.of("executor", List.of("VIRTUAL")));
  }

  @Test
  void refuseVirtualThreadsBeforeJava21() {
    assumeTrue(
        Runtime.version().feature() < 21, "no JDK without virtual threads: use JDK 20 or older");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(Map.of("jmh.executor", "VIRTUAL")))
        .withMessageStartingWith("jmh.executor: VIRTUAL is not understood; choose PLATFORM or");
  }

  private static RunOptions options(Map<String, String> properties) {
    return RunOptions.of(new GivenOptions(properties), Suite.MEASURED);
  }
}
