// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jwtvalidation.internal.arithmetic.PlantedErrors.Planted;
import org.jwtvalidation.internal.arithmetic.PlantedErrorsTest.Part;

/** The numbers of doc/inside/proof.adoc are those of the code. */
@Tag("jdk-independent")
class ProofPageTest {

  private static String page() throws IOException {
    return Files.readString(Path.of("../doc/inside/proof.adoc")).replaceAll("\\s+", " ");
  }

  private static int count(Function<Part, Integer> ofOne) {
    return PlantedErrorsTest.parts().mapToInt(ofOne::apply).sum();
  }

  private static int right(Part part, List<Planted> planted) {
    return (int) planted.stream().filter(error -> part.right().contains(error.change())).count();
  }

  /** How many errors there are, and how many of them are not right. */
  private static String planted(
      String sentence, BiFunction<String, List<String>, List<Planted>> planted) {
    int all = count(part -> planted.apply(part.type(), part.methods()).size());
    int right = count(part -> right(part, planted.apply(part.type(), part.methods())));
    return String.format(Locale.ROOT, sentence, all, all - right);
  }

  @Test
  void countsPlantedErrors() throws IOException {
    assertThat(page())
        .contains(
            planted("Of %,d changes, %,d are refused", PlantedErrors::in),
            planted("Of the %,d PIT mutants of the same methods, %,d are refused", PitErrors::in));
  }

  @Test
  void countsSizesOfRsa() throws IOException {
    assertThat(page()).contains("all " + RsaClaims.sizes().size() + " pairs of width and number");
  }

  @Test
  void hasTheBoundsThatAreProven() throws IOException {
    assertThat(page())
        .contains(
            "Limbs within ±(2^56 − 1), values within ±" + FieldClaims.P256_VALUE.is() + "p",
            "modulo 2^64",
            "times 2^−" + FieldClaims.P256.r() + " modulo p",
            "Limbs within " + FieldClaims.ED25519_LIMB.said() + ":",
            "Values within ±" + LimbsClaims.PRIMES.is() + " primes",
            "limbs within " + LimbsClaims.LIMB.said(),
            "within " + LimbsClaims.MULTIPLES.said() + " is recognized",
            "m within ±" + DivisionClaims.TIMES.said(),
            "u and v within ±" + DivisionClaims.FACTOR.said(),
            "a and b within " + DivisionClaims.VALUE.said(),
            "are at most " + ModularDivision.MOST_JUMPS + " jumps",
            "X from " + PointClaims.X_LEAST.said() + " to " + PointClaims.X_MOST.said(),
            PointClaims.PATHS + " paths: X from",
            "compared within " + PointClaims.FACTOR_VALUE.said(),
            "Limbs of factors within " + EdwardsClaims.LIMB.said());
  }
}
