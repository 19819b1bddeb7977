// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTest {

  @Test
  void tellsNothingAfterItWasGivenBack() {
    List<String> told = new ArrayList<>();
    Claim<String> claim = new Claim<>(told::add);
    claim.accept("first");
    assertThat(claim.isGivenBack()).isFalse();
    claim.giveBack();
    claim.accept("second");
    assertThat(claim.isGivenBack()).isTrue();
    assertThat(told).containsExactly("first");
  }
}
