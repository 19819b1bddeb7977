package org.jwtvalidation;

import org.jspecify.annotations.Nullable;

/**
 * A token or a proof breaks a rule. Rules read dozens of values, each of which may be wrong: an
 * exception keeps that out of their way. It is checked and has no stack trace, and the code that
 * applies the rules turns it into an answer.
 */
final class RuleViolation extends Exception {

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

  static RuleViolation of(Reason reason) {
    return new RuleViolation(reason, null, null);
  }

  /**
   * A violation of a rule for one value.
   *
   * @param claim the claim or header parameter, or the name of the user's check
   */
  static RuleViolation of(Reason reason, String claim) {
    return new RuleViolation(reason, claim, null);
  }

  /** As above; {@code expected} is turned into text only if it is logged. */
  static RuleViolation of(Reason reason, @Nullable String claim, Object expected) {
    return new RuleViolation(reason, claim, expected);
  }

  Reason reason() {
    return reason;
  }

  @Nullable String claim() {
    return claim;
  }

  /** What the log of this service may say beside reason and claim; empty if that is all. */
  String remark() {
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
