// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Reason;

/** Asserts which rule is broken. */
public final class Violations {

  private Violations() {}

  public static void assertViolation(ThrowingCallable rule, Reason reason, @Nullable String claim) {
    assertThatExceptionOfType(RuleViolation.class)
        .isThrownBy(rule)
        .satisfies(e -> {
          assertThat(e.reason()).isEqualTo(reason);
          assertThat(e.claim()).isEqualTo(claim);
          assertThat(e).hasMessage(claim == null ? reason.name() : reason + " (" + claim + ")");
          assertThat(e.getStackTrace()).isEmpty();
        });
  }
}
