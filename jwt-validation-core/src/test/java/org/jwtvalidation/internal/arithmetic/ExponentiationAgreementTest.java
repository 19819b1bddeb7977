// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jwtvalidation.jwk.Progress;

/**
 * Exponentiation by fused multiply-add agrees with {@link BigInteger#modPow} on random and extreme
 * moduli and bases: on 10,000 powers, or {@code -Dagreement.powers}, which is 1,000,000 with {@code
 * -Pagreement}. A failure names modulus and base.
 */
@Tag("jdk-independent")
@Tag("slow")
class ExponentiationAgreementTest {

  private static final long POWERS = Long.getLong("agreement.powers", 10_000);

  /** So many a modulus. */
  private static final int EACH = 50;

  @ParameterizedTest
  @CsvSource({"2048, 80", "2624, 8", "3072, 8", "4096, 3", "8192, 1"})
  void agreesWithModPow(int bits, int percent) {
    assertThatCode(() ->
            Progress.inParts(
                "powers of " + bits + " bits",
                POWERS * percent / 100,
                EACH,
                part -> raise(bits, new FusedSource(31L * bits + part))))
        .doesNotThrowAnyException();
  }

  private static void raise(int bits, FusedSource source) {
    BigInteger modulus = source.modulus(bits);
    FusedExponentiation fused = new FusedExponentiation(modulus);
    for (int i = 0; i < EACH; i++) {
      BigInteger base = source.number(modulus);
      BigInteger power = base.modPow(FusedExponentiation.EXPONENT, modulus);
      if (!fused.power(BigEndian.octets(base, (bits + 7) / 8)).equals(power)) {
        throw new AssertionError(base.toString(16) + " modulo " + modulus.toString(16));
      }
    }
  }
}
