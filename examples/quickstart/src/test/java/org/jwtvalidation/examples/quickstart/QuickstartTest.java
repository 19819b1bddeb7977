// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QuickstartTest {

  private static final Quickstart.Effort SMALL = new Quickstart.Effort(Duration.ofMillis(100), 80);

  private static final Screen USUAL = new Screen(true, false);

  /** What the tour shows on the usual screen, which several tests look at. */
  private static String usual;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

  private int run(Screen screen) {
    return Quickstart.run(
        new PrintStream(written, true, UTF_8),
        new PrintStream(complained, true, UTF_8),
        screen,
        SMALL);
  }

  @BeforeAll
  static void takeTheUsualTour() {
    QuickstartTest tour = new QuickstartTest();
    assertThat(tour.run(USUAL)).as(tour.complained.toString(UTF_8)).isZero();
    assertThat(tour.complained.size()).isZero();
    usual = tour.output();
  }

  private String output() {
    return written.toString(UTF_8);
  }

  private static String line(String token) {
    return usual
        .lines()
        .filter(line -> line.startsWith(" " + token + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void showsWhatEachTokenGets() {
    for (String token : List.of("RS256", "RS256 again", "PS256", "ES256", "Ed25519")) {
      assertThat(line(token)).contains(" accepted ");
    }
    assertThat(line("RS256 again")).endsWith("from the cache");
    assertThat(line("tampered")).contains(" rejected ").endsWith("SIGNATURE_INVALID");
    assertThat(line("expired")).contains(" rejected ").endsWith("EXPIRED (exp)");
    assertThat(line("alg: none")).contains(" rejected ").endsWith("UNSECURED_TOKEN (alg)");
    assertThat(line("wrong audience")).contains(" rejected ").endsWith("AUDIENCE_MISMATCH (aud)");
    assertThat(line("unknown key")).contains(" rejected ").endsWith("KEY_UNKNOWN (kid)");
    assertThat(usual).contains("metadata twice and keys twice", "README.adoc");
  }

  @Test
  void showsStepsThatAddUpToTheWhole() {
    String[] cells = line("ES256").split("[ │]+");
    // The first is empty; then come token, answer, whole and the steps.
    double steps = Stream.of(cells).skip(4).mapToDouble(Double::parseDouble).sum();
    assertThat(cells).hasSize(4 + 12);
    assertThat(Double.parseDouble(cells[3])).isCloseTo(steps, within(0.1));
  }

  @Test
  void saysWhatTheClockAddsAndWhatOtherProgramsDo() {
    assertThat(usual).containsPattern("which takes\\s+\\d\\.\\d\\d µs each time");
    assertThat(new Quickstart.Tally(10, Duration.ofSeconds(5), 0.21).disturbance())
        .isEqualTo(
            " MACHINE BUSY: this thread had a processor for 21 % of the time. On a quiet machine,"
                + " times are shorter.");
    assertThat(new Quickstart.Tally(10, Duration.ofSeconds(5), 0.95).disturbance()).isEmpty();
  }

  @Test
  void fitsTheScreenAndShowsNoToken() {
    assertThat(usual.lines()).allMatch(line -> line.length() <= 120);
    assertThat(usual).doesNotContain("eyJ", "\u001b");
  }

  @Test
  void getsByWithAsciiAlone() {
    assertThat(run(new Screen(false, false))).isZero();
    assertThat(output().chars()).allMatch(c -> c == '\n' || c == '\r' || (c >= ' ' && c <= '~'));
  }

  @Test
  void coloursAnswersOnATerminal() {
    assertThat(run(new Screen(true, true))).isZero();
    assertThat(output()).contains("\u001b[32maccepted\u001b[0m", "\u001b[31mrejected\u001b[0m");
  }

  @Test
  void endsWithOneLineWhenSomethingIsNotAsExpected() {
    // An interrupted thread gets no keys.
    Thread.currentThread().interrupt();
    try {
      assertThat(run(USUAL)).isEqualTo(1);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(complained.toString(UTF_8).lines())
        .containsExactly(
            "quickstart: the token \"RS256\" was to be accepted, but was not decided on");
  }
}
