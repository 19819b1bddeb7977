// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ModPowTest {

  @Test
  void raisesUnsignedOctets() {
    ModPow modPow = new ModPow(BigInteger.valueOf(1009), BigInteger.valueOf(3));
    assertThat(modPow.power(new byte[] {(byte) 0xff})).isEqualTo(255 * 255 * 255 % 1009);
    assertThat(modPow.modulus()).isEqualTo(1009);
  }
}
