package org.jwtvalidation.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.benchmark.report.Rounds.Quartiles;

class RoundsTest {

  private static Rounds times(String rawData) throws JsonProcessingException {
    return Rounds.of(new ObjectMapper().readTree(rawData), 1, true);
  }

  @Test
  void leavesOutWhatAJvmDidBeforeItWasLevel() throws Exception {
    Rounds rounds = times("[[90, 60, 45, 45, 45, 45, 45, 26, 26, 26, 26, 26, 26, 26, 32]]");

    // Five agree at 45, but most of what follows does not.
    assertThat(rounds.means()).containsExactly((7 * 26 + 32) / 8.0);
    assertThat(rounds.unlevel()).isZero();
    assertThat(rounds.best()).isEqualTo(26);
  }

  @Test
  void countsJvmsThatWereNeverLevel() throws Exception {
    Rounds rounds = times("[[10, 20, 10, 20, 10, 30], [10, 10, 10, 10, 10], [30, 40]]");

    assertThat(rounds.unlevel()).isOne();
    assertThat(rounds.means()).containsExactly(18.0, 10.0, 35.0);
  }

  @Test
  void hasQuartilesOfJvmsAndOfRatiosWithinARound() throws Exception {
    Rounds one = times("[[10], [20], [30], [40], [50]]");
    Rounds other = times("[[20], [20], [90], [80], [50], [1]]");

    assertThat(one.quartiles()).isEqualTo(new Quartiles(20, 30, 40));
    assertThat(one.over(other)).isEqualTo(new Quartiles(0.5, 0.5, 1));
    assertThat(one.over(times("[]"))).isNull();
    assertThat(times("[]").quartiles()).isNull();
    assertThat(times("[]").best()).isNaN();
  }

  @Test
  void takesTheGreatestRateAndTheLeastTimeForTheBest() throws Exception {
    var jvms = new ObjectMapper().readTree("[[6, 4], [3, 7]]");

    assertThat(Rounds.of(jvms, 1_000, true).best()).isEqualTo(3_000);
    assertThat(Rounds.of(jvms, 1_000, false).best()).isEqualTo(7_000);
    assertThat(Rounds.of(jvms, 1_000, false).means()).isEqualTo(List.of(5_000.0, 5_000.0));
  }
}
