// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jwtvalidation.Allocation;

@Tag("jdk-independent")
class MultiplesTableTest {

  private static final BigInteger N = P256AccumulatorTest.P256.getOrder();

  /** Not a known multiple of the base point. */
  private static final AffinePoint POINT = pointWithoutLogarithm();

  private static final EdwardsPoint ED_POINT = EdwardsPoint.withY(BigInteger.valueOf(3), true);

  private static AffinePoint pointWithoutLogarithm() {
    AffinePoint point = null;
    for (BigInteger x = BigInteger.valueOf(1000); point == null; x = x.add(ONE)) {
      point = AffinePoint.withX(P256AccumulatorTest.P256, x);
    }
    return point;
  }

  private static Set<BigInteger> edgeScalars(BigInteger order, int scalarBits) {
    Set<BigInteger> scalars = new LinkedHashSet<>();
    BigInteger max = TWO.pow(scalarBits).subtract(ONE);
    for (int i = -2; i <= 2; i++) {
      scalars.add(order.add(BigInteger.valueOf(i)));
      scalars.add(order.shiftRight(1).add(BigInteger.valueOf(i)));
      scalars.add(order.subtract(TWO.pow(scalarBits / 2 + i)));
    }
    scalars.add(max);
    scalars.add(max.subtract(ONE));
    for (int width = 2; width <= 10; width++) {
      // The greatest digit in each window, the next one, which carries, and what a carry runs
      // through.
      for (long digit : new long[] {0, 1, -1}) {
        BigInteger all = BigInteger.valueOf((1L << (width - 1)) + digit);
        BigInteger scalar = all;
        for (int i = 0; i * width < scalarBits; i++) {
          scalar = scalar.shiftLeft(width).or(all);
        }
        scalars.add(scalar.and(max));
      }
      scalars.add(TWO.pow(scalarBits - width).subtract(ONE));
    }
    Random random = new Random(11);
    for (int i = 0; i < 10; i++) {
      scalars.add(new BigInteger(scalarBits, random));
    }
    return scalars;
  }

  private static long[] limbs(BigInteger scalar) {
    return LimbSource.spread(scalar, ModularDivision.RADIX);
  }

  private record Product(BigInteger scalar, @Nullable AffinePoint point) {}

  private record EdProduct(BigInteger scalar, EdwardsPoint point) {}

  private static final List<Product> PRODUCTS = products();
  private static final List<EdProduct> ED_PRODUCTS = edProducts();

  private static List<Product> products() {
    List<Product> products = new ArrayList<>();
    AffinePoint small = null;
    for (int i = 0; i <= 300; i++) {
      products.add(new Product(BigInteger.valueOf(i), small));
      small = AffinePoint.sum(small, POINT);
    }
    edgeScalars(N, 256).forEach(scalar -> products.add(new Product(scalar, POINT.times(scalar))));
    return products;
  }

  private static List<EdProduct> edProducts() {
    List<EdProduct> products = new ArrayList<>();
    EdwardsPoint small = EdwardsPoint.NEUTRAL;
    for (int i = 0; i <= 300; i++) {
      products.add(new EdProduct(BigInteger.valueOf(i), small));
      small = small.plus(ED_POINT);
    }
    edgeScalars(EdwardsPoint.L, 253)
        .forEach(scalar -> products.add(new EdProduct(scalar, ED_POINT.times(scalar))));
    return products;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 10})
  void addsMultiplesOfP256(int width) {
    MultiplesTable table = new MultiplesTable(P256AccumulatorTest.sum(POINT), width, 256);
    for (Product product : PRODUCTS) {
      P256Accumulator sum = new P256Accumulator();
      long[] scalar = limbs(product.scalar);
      table.addMultiple(scalar, sum);
      assertThat(P256AccumulatorTest.affine(sum)).as("%x", product.scalar).isEqualTo(product.point);
      assertThat(scalar).isEqualTo(limbs(product.scalar));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 10})
  void addsMultiplesOfEd25519(int width) {
    MultiplesTable table = new MultiplesTable(Ed25519AccumulatorTest.sum(ED_POINT), width, 253);
    for (EdProduct product : ED_PRODUCTS) {
      Ed25519Accumulator sum = new Ed25519Accumulator();
      table.addMultiple(limbs(product.scalar), sum);
      assertThat(Ed25519AccumulatorTest.affine(sum))
          .as("%x", product.scalar)
          .isEqualTo(product.point);
    }
  }

  @Test
  void addsToWhatIsThere() {
    MultiplesTable table = new MultiplesTable(P256AccumulatorTest.sum(POINT), 5, 256);
    for (int i = -20; i <= 20; i++) {
      // Sums that pass the point itself, its opposite and infinity.
      AffinePoint start = POINT.times(BigInteger.valueOf(i).mod(N));
      for (int scalar : new int[] {1, 7, 20, 33, 1025}) {
        P256Accumulator sum = P256AccumulatorTest.sum(start);
        table.addMultiple(limbs(BigInteger.valueOf(scalar)), sum);
        assertThat(P256AccumulatorTest.affine(sum))
            .isEqualTo(POINT.times(BigInteger.valueOf(i + scalar).mod(N)));
      }
    }
  }

  /** A scalar of one digit gives one entry of the table. */
  @ParameterizedTest
  @CsvSource({"2, 256", "7, 256", "8, 256", "10, 256", "4, 19"})
  void holdsTheMultiplesOfP256(int width, int scalarBits) {
    MultiplesTable table = new MultiplesTable(P256AccumulatorTest.sum(POINT), width, scalarBits);
    AffinePoint first = POINT;
    int entries = 0;
    for (int from = 0; from <= scalarBits; from += width) {
      AffinePoint expected = first;
      int most = Math.min(1 << (width - 1), 1 << Math.min(scalarBits - from, 30));
      for (int k = 1; k <= most; k++) {
        P256Accumulator sum = new P256Accumulator();
        table.addMultiple(limbs(BigInteger.valueOf(k).shiftLeft(from)), sum);
        assertThat(P256AccumulatorTest.affine(sum)).isEqualTo(expected);
        expected = requireNonNull(AffinePoint.sum(expected, first));
        entries++;
      }
      first = requireNonNull(first.times(TWO.pow(width)));
    }
    assertThat(MultiplesTable.octets(width, scalarBits, 8)).isEqualTo(64L * entries);
  }

  @ParameterizedTest
  @CsvSource({"2, 253", "7, 253", "10, 253", "4, 19"})
  void holdsTheMultiplesOfEd25519(int width, int scalarBits) {
    MultiplesTable table =
        new MultiplesTable(Ed25519AccumulatorTest.sum(ED_POINT), width, scalarBits);
    EdwardsPoint first = ED_POINT;
    int entries = 0;
    for (int from = 0; from <= scalarBits; from += width) {
      EdwardsPoint expected = first;
      int most = Math.min(1 << (width - 1), 1 << Math.min(scalarBits - from, 30));
      for (int k = 1; k <= most; k++) {
        Ed25519Accumulator sum = new Ed25519Accumulator();
        table.addMultiple(limbs(BigInteger.valueOf(k).shiftLeft(from)), sum);
        assertThat(Ed25519AccumulatorTest.affine(sum)).isEqualTo(expected);
        expected = expected.plus(first);
        entries++;
      }
      first = first.times(TWO.pow(width));
    }
    assertThat(MultiplesTable.octets(width, scalarBits, 12)).isEqualTo(96L * entries);
  }

  /** Windows have 7 bits for keys and 10 bits for base points. */
  @Test
  void leavesAHundredKeysBelow32MiB() {
    long bases = MultiplesTable.octets(10, 256, 8) + MultiplesTable.octets(10, 253, 12);
    long p256 = MultiplesTable.octets(7, 256, 8);
    long ed25519 = MultiplesTable.octets(7, 253, 12);
    assertThat(bases + 100 * p256).isLessThan(32 << 20);
    assertThat(bases + 100 * ed25519).isLessThan(32 << 20);
    assertThat(List.of(p256, ed25519)).containsExactly(148_480L, 221_376L);
  }

  /** Any number of threads may make tables at the same time. */
  @Test
  void takesLittleMemoryWhileItIsMade() {
    assertThat(Allocation.octetsOf(() -> new MultiplesTable(P256AccumulatorTest.sum(POINT), 7, 70)))
        .isLessThan(8 * MultiplesTable.octets(7, 70, 8));
    assertThat(
            Allocation.octetsOf(
                () -> new MultiplesTable(Ed25519AccumulatorTest.sum(ED_POINT), 7, 70)))
        .isLessThan(8 * MultiplesTable.octets(7, 70, 12));
  }

  @Test
  void addsNothingForTheScalarZero() {
    MultiplesTable table = new MultiplesTable(P256AccumulatorTest.sum(POINT), 7, 256);
    P256Accumulator sum = P256AccumulatorTest.sum(P256AccumulatorTest.G);
    table.addMultiple(limbs(ZERO), sum);
    assertThat(P256AccumulatorTest.affine(sum)).isEqualTo(P256AccumulatorTest.G);
  }
}
