// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Javadoc states the bounds that are proven. */
@Tag("jdk-independent")
class ClaimsTest {

  private static final Path SOURCES =
      Path.of("src/main/java/org/jwtvalidation/internal/arithmetic");

  static Stream<Map.Entry<String, List<String>>> bounds() {
    return Map.of(
        "P256Field",
        List.of(
            FieldClaims.P256_LIMB.said(),
            FieldClaims.P256_VALUE.said(),
            FieldClaims.P256_RESULTS.get("multiply").said(),
            FieldClaims.P256_RESULTS.get("square").said(),
            FieldClaims.P256_RESULTS.get("multiplyAdd").said(),
            "2^" + FieldClaims.P256.r(),
            LimbsClaims.MULTIPLES.said()),
        "Ed25519Field",
        List.of(FieldClaims.ED25519_LIMB.said(), "from −1,521 to 2^51 + 1,520"),
        "Limbs",
        List.of(LimbsClaims.LIMB.said(), LimbsClaims.PRIMES.said()),
        "ModularDivision",
        List.of(
            DivisionClaims.FACTOR.said(), DivisionClaims.VALUE.said(), DivisionClaims.TIMES.said()),
        "P256Accumulator",
        List.of(
            PointClaims.X_LEAST.said(),
            PointClaims.X_MOST.said(),
            PointClaims.Y_LEAST.said(),
            PointClaims.Y_MOST.said(),
            PointClaims.FACTOR_VALUE.said(),
            PointClaims.FACTOR_LIMB.said()),
        "Ed25519Accumulator",
        List.of(EdwardsClaims.LIMB.said()),
        "FusedDigits",
        List.of(RsaClaims.DIGIT, RsaClaims.TOP),
        "FusedCarry",
        List.of(RsaClaims.CARRY, RsaClaims.DIGIT))
        .entrySet()
        .stream();
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void areThoseOfTheJavadoc(Map.Entry<String, List<String>> bounds) throws IOException {
    String source = Files.readString(SOURCES.resolve(bounds.getKey() + ".java"));
    String onOneLine = source.replaceAll("\\s+\\*? *", " ");
    assertThat(onOneLine).contains(bounds.getValue());
  }
}
