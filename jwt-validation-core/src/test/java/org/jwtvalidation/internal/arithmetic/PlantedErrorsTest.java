// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jwtvalidation.internal.arithmetic.PlantedErrors.Planted;
import org.jwtvalidation.internal.arithmetic.PlantedErrors.Proven;
import org.jwtvalidation.proof.Program;

/**
 * Plants errors of one instruction in the bytecode, and those of PIT, which the proofs must refuse.
 * A few of the changes are no errors; each is listed with the reason. Each build plants some of
 * them; {@code -Dproof.planted=1} plants all.
 */
class PlantedErrorsTest {

  /** Every how many changes one is planted. */
  private static final int EVERY = Integer.getInteger("proof.planted", 97);

  /** Methods and what is proven of them. */
  record Part(String type, List<String> methods, Proven proven, List<String> right) {

    @Override
    public String toString() {
      return type;
    }
  }

  /** It changes odd numbers of columns only. */
  private static final String SMALLER_MASK =
      ": constant 1023 to constant 1022 before operation 126";

  static Stream<Part> parts() {
    return Stream.of(
        new Part(
            "P256Field",
            List.of("multiply", "multiplyAdd", "clear", "accumulate", "square", "reduce"),
            program -> proveProducts(program, FieldClaims.P256),
            // Another high part of a product is right, because the low part makes up for it.
            List.of(
                "reduce: constant 17592186040320 to constant 17592186040321 before operation 184",
                "reduce: constant 17592186040320 to constant 17592186040319 before operation 184")),
        new Part(
            "Ed25519Field",
            List.of("multiply", "high"),
            program -> proveProducts(program, FieldClaims.ED25519),
            List.of()),
        new Part(
            "Limbs",
            List.of("normalize", "addPrimes", "pack", "unpack"),
            PlantedErrorsTest::proveLimbs,
            // One prime more or less at first, and one addition more at the end.
            List.of(
                "normalize: operation 9 to constant 1 before variable 1",
                "normalize: operation 9 to constant -1 before variable 1",
                "normalize: constant -1 to constant -2 before variable 1")),
        new Part(
            "ModularDivision$Transition",
            List.of("sum", "isBounded"),
            program -> {
              DivisionClaims.DIVISIONS.forEach(by -> DivisionClaims.prove(program, by));
              DivisionClaims.proveCheck(program);
            },
            // A carry of 1 into the limb that is shifted out.
            List.of("sum: operation 9 to constant 1 before variable 10")),
        new Part(
            "P256Accumulator",
            List.of("add", "twice", "scale", "hasX", "store", "addWithSameX"),
            program -> {
              PointClaims.prove(program, true);
              PointClaims.prove(program, false);
            },
            List.of()),
        new Part(
            "Ed25519Accumulator",
            List.of("add", "twice", "store"),
            EdwardsClaims::prove,
            List.of()),
        new Part(
            "MultiplesTable",
            List.of("digits", "bits"),
            program -> {
              ScalarClaims.prove(program, 7, 256);
              ScalarClaims.prove(program, 10, 256);
            },
            List.of()),
        new Part(
            "PrimeField",
            List.of("add", "subtract"),
            program -> {
              PointClaims.prove(program, true);
              EdwardsClaims.prove(program);
            },
            List.of()),
        new Part(
            "PointAccumulator",
            List.of("set"),
            program -> PointClaims.prove(program, true),
            List.of()),
        new Part(
            "FusedRows",
            List.of("add", "slide"),
            PlantedErrorsTest::proveRsa,
            List.of("add" + SMALLER_MASK)),
        new Part(
            "FusedCarry",
            List.of("split", "add"),
            PlantedErrorsTest::proveRsa,
            List.of("split" + SMALLER_MASK, "add" + SMALLER_MASK)),
        new Part(
            "FusedWork",
            List.of(
                "square",
                "multiplyByBase",
                "spread",
                "multiply",
                "addRows",
                "reduce",
                "addMultiples",
                "upper"),
            PlantedErrorsTest::proveRsa,
            List.of()),
        new Part(
            "FusedDigits",
            List.of("read", "number"),
            PlantedErrorsTest::proveDigits,
            // The first octet of those that are more than enough is never read, and carries are
            // far shorter than a word.
            List.of(
                "read: operation 3 to constant 1 before variable 0",
                "number: constant 63 to constant 62 before operation 123")),
        new Part(
            "FusedAccumulator",
            List.of("keepLowest", "keep"),
            PlantedErrorsTest::proveRsa,
            // One column more is kept, over which others are written.
            List.of(
                "keepLowest: constant 8 to constant 9 before operation 162",
                "keepLowest: changed conditional boundary")));
  }

  private static void proveProducts(Program program, FieldClaims.Field field) {
    for (FieldClaims.Claim claim : FieldClaims.CLAIMS) {
      if (claim.field().equals(field) && claim.into() < 0) {
        FieldClaims.prove(program, claim);
      }
    }
  }

  private static void proveLimbs(Program program) {
    for (LimbsClaims.Kind kind : LimbsClaims.KINDS) {
      LimbsClaims.proveNormalize(program, kind);
      LimbsClaims.provePacking(program, kind);
    }
  }

  /** Of two widths: with one of 48 bits alone, each digit begins at an octet. */
  private static void proveDigits(Program program) {
    new RsaClaims(3072).proveDigits(program);
    new RsaClaims(2048).proveDigits(program);
  }

  private static void proveRsa(Program program) {
    new RsaClaims(2048).prove(program);
  }

  @ParameterizedTest
  @MethodSource("parts")
  void refusesWrongInstructions(Part part) {
    assertThat(notRefused(part, PlantedErrors.in(part.type, part.methods))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void refusesTheErrorsOfPit(Part part) {
    assertThat(notRefused(part, PitErrors.in(part.type, part.methods))).isEmpty();
  }

  /** Those that are wrong and not refused, or are said to be right and refused. */
  private static List<Planted> notRefused(Part part, List<Planted> planted) {
    List<Planted> wrong = new ArrayList<>();
    for (int i = Math.min(EVERY, planted.size()) / 2; i < planted.size(); i += EVERY) {
      Planted error = planted.get(i);
      if (error.isRefused(part.proven) == part.right.contains(error.change())) {
        wrong.add(error);
      }
    }
    return wrong;
  }
}
