// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class KeyRingTest {

  private final TestIssuer issuer = TestIssuer.offline("https://issuer.example");

  /** A validator reads no set of more keys. */
  @Test
  void rotatesOnlyAsLongAsTheSetCanBeRead() {
    TestKey first = issuer.key();
    for (int i = 1; i < 100; i++) {
      issuer.rotate();
    }
    TestKey current = issuer.key();
    assertThatIllegalStateException()
        .isThrownBy(issuer::rotate)
        .withMessage("100 keys are published, and no validator reads more; withdraw one");
    assertThat(issuer.key()).isSameAs(current);
    assertThat(issuer.jwkSet().keys()).hasSize(100);
    issuer.withdraw(first);
    issuer.rotate();
    assertThat(issuer.jwkSet().keys()).hasSize(100);
  }

  @Test
  void hasAName() {
    assertThatNullPointerException()
        .isThrownBy(() -> TestIssuer.offline(null))
        .withMessage("issuer");
  }
}
