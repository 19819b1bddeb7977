// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.Rejection;
import org.jwtvalidation.token.ValidationResult;
import org.jwtvalidation.token.ValidationStep;

/** One kind of token on show: the answer that it has to get, and how long its validations took. */
final class Exhibit {

  /** How many of the latest validations are kept; odd, so that one is in the middle. */
  static final int KEPT = 501;

  private final String name;
  private final List<String> tokens;
  private final @Nullable Reason expected;
  private final boolean fromCache;
  private final Deque<Timeline> latest = new ArrayDeque<>();
  private @Nullable Rejection rejection;

  private Exhibit(String name, List<String> tokens, @Nullable Reason expected, boolean fromCache) {
    this.name = name;
    this.tokens = List.copyOf(tokens);
    this.expected = expected;
    this.fromCache = fromCache;
  }

  /** Tokens that pass all steps; validations that the cache answers are left out of the times. */
  static Exhibit accepted(String name, List<String> tokens) {
    return new Exhibit(name, tokens, null, false);
  }

  /** Tokens that pass because the cache knows them; validations with all steps are left out. */
  static Exhibit acceptedFromCache(String name, List<String> tokens) {
    return new Exhibit(name, tokens, null, true);
  }

  /** A token that is rejected for one reason. */
  static Exhibit rejected(String name, Reason reason, String token) {
    return new Exhibit(name, List.of(token), reason, false);
  }

  /**
   * Validates one of the tokens.
   *
   * @param round which one, counted round and round
   * @throws IllegalStateException if the answer is not the expected one
   */
  void validate(TokenValidator validator, StepClock clock, int round) {
    // A server reads each request into a new string, which no cache can know by its identity.
    byte[] received = tokens.get(round % tokens.size()).getBytes(US_ASCII);
    String token = new String(received, US_ASCII);
    ValidationResult<AccessToken> answer = validator.tryValidate(token);
    check(answer);
    Timeline timeline = clock.last();
    boolean parsed = timeline.nanos().containsKey(ValidationStep.TOKEN_PARSING);
    if (parsed != fromCache) {
      latest.addLast(timeline);
      if (latest.size() > KEPT) {
        latest.removeFirst();
      }
    }
  }

  private void check(ValidationResult<AccessToken> answer) {
    rejection =
        answer instanceof ValidationResult.Rejected<?> rejected ? rejected.rejection() : null;
    Reason reason = rejection == null ? null : rejection.reason();
    boolean undecided = answer instanceof ValidationResult.Undecided<?>;
    if (undecided || reason != expected) {
      throw new IllegalStateException(
          "the token \""
              + name
              + "\" was to be "
              + (expected == null ? "accepted" : "rejected for " + expected)
              + ", but was "
              + (undecided
                  ? "not decided on"
                  : reason == null ? "accepted" : "rejected for " + reason));
    }
  }

  String name() {
    return name;
  }

  boolean isAccepted() {
    return expected == null;
  }

  /**
   * Why it is rejected, with the claim or header parameter at fault, or how it came to be accepted.
   */
  String remark() {
    if (rejection == null) {
      return fromCache ? "from the cache" : "";
    }
    String claim = rejection.claim();
    return rejection.reason() + (claim == null ? "" : " (" + claim + ")");
  }

  /**
   * Of the latest validations the one whose whole is in the middle.
   *
   * @throws IllegalStateException if there was none
   */
  Timeline typical() {
    if (latest.isEmpty()) {
      throw new IllegalStateException(
          "the token \"" + name + "\" never took the way that is shown");
    }
    List<Timeline> ordered = new ArrayList<>(latest);
    ordered.sort(Comparator.comparingLong(Timeline::whole));
    return ordered.get(ordered.size() / 2);
  }
}
