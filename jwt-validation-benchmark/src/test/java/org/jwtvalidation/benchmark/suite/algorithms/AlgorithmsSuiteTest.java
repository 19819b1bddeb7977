// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.benchmark.suite.SignedTokens.SignedToken;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.openjdk.jmh.annotations.Param;

/** Checks what the benchmarks of the suite measure. */
@Tag("system")
class AlgorithmsSuiteTest {

  static Stream<String> available() {
    return Stream.of(AlgorithmBenchmark.available());
  }

  @ParameterizedTest
  @MethodSource("available")
  void verifiesTokensOfEachAlgorithmInTwoWaysAndNoSignatureOfAnotherToken(
      SignatureAlgorithm algorithm) throws GeneralSecurityException {
    AlgorithmBenchmark benchmark = new AlgorithmBenchmark();
    benchmark.signedBy = algorithm;
    benchmark.prepare();
    SignedToken token = benchmark.tokens().all().get(0);
    byte[] another = benchmark.tokens().all().get(1).signature();

    assertThat(benchmark.raw()).isTrue();
    assertThat(benchmark.validate().algorithm()).isEqualTo(algorithm);
    assertThat(benchmark.bare().verify(token.octets(), token.signingInputLength(), another))
        .isFalse();
  }

  @Test
  void listsAlgorithmsOfEveryJdkAndAddsTheOthers() throws NoSuchFieldException {
    Param listed = AlgorithmBenchmark.class.getField("signedBy").getAnnotation(Param.class);

    List<String> mlDsa =
        available().filter(name -> !List.of(listed.value()).contains(name)).toList();
    assertThat(available()).contains(listed.value());
    if (Runtime.version().feature() >= 24) {
      assertThat(mlDsa).containsExactly("ML_DSA_44", "ML_DSA_65", "ML_DSA_87");
    } else {
      assertThat(mlDsa).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3072, 4096})
  void verifiesTokensUnderRsaKeysOfEachSizeInTwoWays(int modulusBits)
      throws GeneralSecurityException {
    RsaSizeBenchmark benchmark = new RsaSizeBenchmark();
    benchmark.modulusBits = modulusBits;
    benchmark.prepare();

    assertThat(benchmark.raw()).isTrue();
    assertThat(benchmark.validate().algorithm()).isEqualTo(SignatureAlgorithm.RS256);
    assertThat(((RSAPublicKey) benchmark.tokens().key().publicKey()).getModulus().bitLength())
        .isEqualTo(modulusBits);
  }

  @Test
  void findsNoSignatureOfOtherOctets() throws GeneralSecurityException {
    RsaSizeBenchmark benchmark = new RsaSizeBenchmark();
    benchmark.prepare();
    for (SignedToken token : benchmark.tokens().all()) {
      token.octets()[0] ^= 1;
    }

    assertThat(benchmark.raw()).isFalse();
  }

  @Test
  void measuresEachValidationWithMeters() {
    for (MetersBenchmark.Meters meters : MetersBenchmark.Meters.values()) {
      MetersBenchmark benchmark = new MetersBenchmark();
      benchmark.meters = meters;
      benchmark.cached = true;
      benchmark.prepare();
      assertThat(benchmark.validate()).isNotNull();
      assertThat(benchmark.registry.scrape().contains("jwt_validation_step_seconds_bucket"))
          .isEqualTo(meters == MetersBenchmark.Meters.VALIDATION_METERS);
    }
  }
}
