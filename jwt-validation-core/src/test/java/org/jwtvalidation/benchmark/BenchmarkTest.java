package org.jwtvalidation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jwtvalidation.jwk.SignatureAlgorithm;

/** What is timed does what it says. */
class BenchmarkTest {

  @ParameterizedTest
  @EnumSource(
      value = SignatureAlgorithm.class,
      names = {"RS256", "ES256", "ED25519"})
  void missesVerifyOneTokenInThreeWays(SignatureAlgorithm algorithm)
      throws GeneralSecurityException {
    MissBenchmark benchmark = new MissBenchmark();
    benchmark.algorithm = algorithm;
    benchmark.prepare();

    assertThat(benchmark.raw()).isTrue();
    assertThat(benchmark.validate().algorithm()).isEqualTo(algorithm);
    assertThat(benchmark.validateWatched()).isEqualTo(benchmark.validate());
    assertThat(benchmark.validate()).isNotSameAs(benchmark.validate());
  }

  @Test
  void hitsFindOneTokenInThreeWays() {
    HitBenchmark benchmark = new HitBenchmark();
    benchmark.prepare();

    assertThat(benchmark.makeString()).hasSizeBetween(900, 1100);
    assertThat(benchmark.lookUpInMap()).isSameAs(benchmark.validate());
    assertThat(benchmark.validateWatched()).isSameAs(benchmark.validateWatched());
  }

  @Test
  void scalingDrawsFromTokensThatAreAllCached() {
    ScalingBenchmark benchmark = new ScalingBenchmark();
    benchmark.prepare();

    assertThat(benchmark.validate().subject()).startsWith("user-");
    assertThat(benchmark.lookUpInMap()).isNotNull();
  }
}
