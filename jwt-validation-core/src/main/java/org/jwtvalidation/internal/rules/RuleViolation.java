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

  private final transient @Nullable Hint hint;

  private RuleViolation(Reason reason, @Nullable String claim, @Nullable Hint hint) {
    super(null, null, false, false);
    this.reason = reason;
    this.claim = claim;
    this.hint = hint;
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

  /** As above; {@code hint} is turned into text only if it is logged. */
  public static RuleViolation of(Reason reason, @Nullable String claim, Hint hint) {
    return new RuleViolation(reason, claim, hint);
  }

  public Reason reason() {
    return reason;
  }

  public @Nullable String claim() {
    return claim;
  }

  /** What the log of this service may say in addition to reason and claim; empty if that is all. */
  public String remark() {
    return hint == null ? "" : "; " + hint;
  }

  /** Names reason and claim, and nothing of the token. */
  @Override
  public String getMessage() {
    return reason + (claim == null ? "" : " (" + claim + ")");
  }
}
