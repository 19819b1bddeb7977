// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.proof.Program;

/**
 * Proves the arithmetic for all inputs within its bounds, on the bytecode that javac wrote. {@code
 * -Pproof} proves all sizes of RSA.
 */
class ArithmeticProofTest {

  static List<FieldClaims.Claim> products() {
    return FieldClaims.CLAIMS;
  }

  @ParameterizedTest
  @MethodSource("products")
  void multipliesInFields(FieldClaims.Claim claim) {
    assertThatCode(() -> FieldClaims.prove(new Program(), claim))
        .as("%s", claim)
        .doesNotThrowAnyException();
  }

  static List<LimbsClaims.Kind> kinds() {
    return LimbsClaims.KINDS;
  }

  /** One prime more, one more, and one on the way to that. */
  @ParameterizedTest
  @MethodSource("kinds")
  void normalizesToTheLeastNumber(LimbsClaims.Kind kind) {
    assertThat(LimbsClaims.proveNormalize(new Program(), kind)).as("%s", kind).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void packsAndUnpacksTheSameNumber(LimbsClaims.Kind kind) {
    assertThatCode(() -> LimbsClaims.provePacking(new Program(), kind))
        .as("%s", kind)
        .doesNotThrowAnyException();
  }

  @Test
  void refusesNoMultipleOfP() {
    assertThatCode(() -> LimbsClaims.proveMultiples(new Program())).doesNotThrowAnyException();
  }

  static List<ModularDivision> divisions() {
    return DivisionClaims.DIVISIONS;
  }

  @ParameterizedTest
  @MethodSource("divisions")
  void addsUpDivisions(ModularDivision division) {
    assertThatCode(() -> DivisionClaims.prove(new Program(), division)).doesNotThrowAnyException();
  }

  @Test
  void checksTheFactorsOfDivisions() {
    assertThat(DivisionClaims.proveCheck(new Program())).isEqualTo(16);
  }

  /** As tables of keys and of base points have them, for both curves. */
  @ParameterizedTest
  @CsvSource({"7, 256", "10, 256", "7, 253", "10, 253"})
  void writesScalarsAsDigitsOfTheTable(int width, int scalarBits) {
    assertThatCode(() -> ScalarClaims.prove(new Program(), width, scalarBits))
        .doesNotThrowAnyException();
  }

  @Test
  void keepsPointsOfP256InTheirBoundsOnAllPaths() {
    assertThat(PointClaims.prove(new Program(), false)).isEqualTo(PointClaims.PATHS);
  }

  @Test
  void addsPointsOfP256ByTheGroupLaw() {
    assertThat(PointClaims.prove(new Program(), true)).isEqualTo(27);
  }

  @Test
  void addsPointsOfEd25519ByTheGroupLawWithinBounds() {
    assertThat(EdwardsClaims.prove(new Program())).isEqualTo(7);
  }

  /** The usual sizes, or with {@code -Dproof.sizes=all} the greatest of each form of digits. */
  static List<Integer> sizes() {
    boolean all = System.getProperty("proof.sizes", "usual").equals("all");
    return all ? RsaClaims.sizes() : List.of(2048, 3072, 4096);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void multipliesAndReducesExactlyForRsa(int bits) {
    assertThatCode(() -> new RsaClaims(bits).prove(new Program()))
        .as("%s bits", bits)
        .doesNotThrowAnyException();
  }
}
