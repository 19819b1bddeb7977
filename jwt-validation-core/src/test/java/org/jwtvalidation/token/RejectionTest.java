// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RejectionTest {

  private final Rejection expired =
      new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp");

  @Test
  void equalsOneOfTheSameValues() {
    assertThat(expired)
        .isEqualTo(new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp"))
        .hasSameHashCodeAs(new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, "exp"))
        .isNotEqualTo(new Rejection(ValidationStep.CACHE_LOOKUP, Reason.EXPIRED, "exp"))
        .isNotEqualTo(new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.TOO_OLD, "exp"))
        .isNotEqualTo(new Rejection(ValidationStep.CLAIMS_VALIDATION, Reason.EXPIRED, null))
        .isNotEqualTo("exp");
  }

  @Test
  void showsItsValues() {
    assertThat(expired).hasToString("Rejection[step=CLAIMS_VALIDATION, reason=EXPIRED, claim=exp]");
  }
}
