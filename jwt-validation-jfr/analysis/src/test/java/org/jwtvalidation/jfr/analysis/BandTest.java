// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jwtvalidation.jfr.Recorded;

/** Durations beyond a millisecond, of which a bucket of the histogram has thousands. */
@Timeout(300)
class BandTest {

  @TempDir private Path folder;

  private List<Band> bands(int count, IntToLongFunction nanos) throws IOException {
    Path file =
        Recorded.into(
            folder.resolve("recording.jfr"),
            Map.of("jwt.TokenValidation#enabled", "true", "jwt.TokenValidation#threshold", "0 ns"),
            () -> {
              for (int i = 0; i < count; i++) {
                AnalysisTest.validation(nanos.applyAsLong(i), 0);
              }
            });
    return Analysis.of(file).parts().get("recording").measured().bands();
  }

  @Test
  void hasAllOfTheBucketInWhichItBegins() throws IOException {
    List<Band> bands =
        bands(10_000, i -> i < 9_800 ? 1_000 : i < 9_980 ? 9_900_000 + i : 99_000_000 + i);

    assertThat(bands).extracting(Band::count).containsExactly(180L, 20L);
    assertThat(bands).extracting(Band::shortest).containsExactly(9_909_800L, 99_009_980L);
    assertThat(bands).extracting(Band::longest).containsExactly(9_909_979L, 99_009_999L);
  }

  @Test
  void isOneIfBothPercentilesAreInOneBucket() throws IOException {
    List<Band> bands = bands(10_000, i -> i < 9_800 ? 1_000 : 9_900_000 + i);

    assertThat(bands).extracting(Band::from).containsExactly(99.0);
    assertThat(bands).extracting(Band::to).containsExactly(100.0);
    assertThat(bands).extracting(Band::count).containsExactly(200L);
    assertThat(bands).extracting(Band::shortest).containsExactly(9_909_800L);
    assertThat(bands).extracting(Band::longest).containsExactly(9_909_999L);
  }
}
