// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class BigEndianTest {

  @Test
  void fillsWithZerosInFront() {
    assertThat(BigEndian.octets(BigInteger.ZERO, 2)).containsExactly(0, 0);
    assertThat(BigEndian.octets(BigInteger.valueOf(0x7f), 2)).containsExactly(0, 0x7f);
    assertThat(BigEndian.octets(BigInteger.valueOf(0x0102), 4)).containsExactly(0, 0, 1, 2);
  }

  @Test
  void leavesTheOctetOfTheSignOut() {
    assertThat(BigEndian.octets(BigInteger.valueOf(0xff), 1)).containsExactly(0xff);
    assertThat(BigEndian.octets(BigInteger.valueOf(0xff00), 2)).containsExactly(0xff, 0);
  }
}
