// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.benchmark.report.Rounds.Quartiles;

class RoundsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Rounds times(String rawData) throws JsonProcessingException {
    return Rounds.ofTimes(JSON.readTree(rawData), 1);
  }

  @Test
  void leavesOutWhatAJvmDidBeforeItWasLevel() throws Exception {
    Rounds rounds = times("[[90, 60, 45, 45, 45, 45, 45, 26, 26, 26, 26, 26, 26, 26, 32]]");

    // Five agree at 45, but what follows is better.
    assertThat(rounds.means()).containsExactly((7 * 26 + 32) / 8.0);
    assertThat(rounds.unlevel()).isZero();
    assertThat(rounds.best()).isEqualTo(26);
  }

  @Test
  void countsJvmsThatWereNeverLevel() throws Exception {
    Rounds rounds =
        times(
            "[[20, 19, 18, 17, 16, 15, 14, 13, 12, 11], [9, 10, 9, 10, 9, 10, 9, 10, 9, 10], [30, 40]]");

    assertThat(rounds.unlevel()).isOne();
    assertThat(rounds.means()).containsExactly(13.0, 9.5, 35.0);
    // Two periods do not show an undisturbed one.
    assertThat(rounds.bests()).containsExactly(11.0, 9.0);
    assertThat(rounds.best()).isEqualTo(10);
    assertThat(rounds.least()).isEqualTo(9);
  }

  @Test
  void hasQuartilesOfJvmsAndOfRatiosWithinARound() throws Exception {
    Rounds one = times("[[10], [20], [30], [40], [50]]");
    Rounds other = times("[[20], [20], [90], [80], [50]]");

    assertThat(one.quartiles()).isEqualTo(new Quartiles(20, 30, 40));
    assertThat(one.over(other)).isEqualTo(new Quartiles(0.5, 0.5, 1));
    assertThat(one.bestOver(other)).isNull();
    assertThat(one.over(times("[]"))).isNull();
    assertThat(one.over(times("[[20], [20], [90], [50]]"))).as("which is lacking?").isNull();
    assertThat(times("[]").quartiles()).isNull();
    assertThat(times("[]").best()).isNaN();
    assertThat(times("[]").least()).isNaN();
  }

  @Test
  void hasNoBestOfRates() throws Exception {
    Rounds rates = Rounds.of(JSON.readTree("[[6], [4, 6]]"), 1_000);

    assertThat(rates.means()).containsExactly(6_000.0, 5_000.0);
    assertThat(rates.best()).isNaN();
  }
}
