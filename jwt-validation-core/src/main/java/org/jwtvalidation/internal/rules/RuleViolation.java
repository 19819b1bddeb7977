// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.token.Reason;

/**
 * A token or a proof breaks a rule. Rules read dozens of values, each of which may be wrong: an
 * exception keeps that out of their way. It is checked and has no stack trace, and the code that
 * applies the rules turns it into an answer.
 */
public final class RuleViolation extends Exception {

  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final @Nullable String claim;

  /** What is expected, or a {@link Hint}, in place of what the token has; null if there is none. */
  private final transient @Nullable Object expected;

  private RuleViolation(Reason reason, @Nullable String claim, @Nullable Object expected) {
    super(null, null, false, false);
    this.reason = reason;
    this.claim = claim;
    this.expected = expected;
  }

  public static RuleViolation of(Reason reason) {
    return new RuleViolation(reason, null, null);
  }

  /**
   * A violation of a rule for one value.
   *
   * @param claim the claim or header parameter, or the name of the user's check
   */
  public static RuleViolation of(Reason reason, String claim) {
    return new RuleViolation(reason, claim, null);
  }

  /** As above; {@code expected} is turned into text only if it is logged. */
  public static RuleViolation of(Reason reason, @Nullable String claim, Object expected) {
    return new RuleViolation(reason, claim, expected);
  }

  public Reason reason() {
    return reason;
  }

  public @Nullable String claim() {
    return claim;
  }

  /** What the log of this service may say in addition to reason and claim; empty if that is all. */
  public String remark() {
    if (expected == null) {
      return "";
    }
    return (expected instanceof Hint ? "; " : "; expected ") + expected;
  }

  /** Names reason and claim, and nothing of the token. */
  @Override
  public String getMessage() {
    return reason + (claim == null ? "" : " (" + claim + ")");
  }
}
