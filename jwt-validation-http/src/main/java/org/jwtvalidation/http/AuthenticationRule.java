// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.token.CheckReturnValue;

/**
 * A rule that asks how and when the user authenticated (RFC 9470): {@link
 * AccessRule#authentication}. A token that does not say it, or says it in another form than OpenID
 * Connect Core 1.0 section 2 has it, does not pass. The client is answered 401 with {@code
 * insufficient_user_authentication}, and told what to ask for: again and again, if the issuer never
 * writes these claims. Immutable and thread-safe: each method returns a new rule.
 */
public final class AuthenticationRule extends AccessRule {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(365);

  private final AuthenticationDemand demand;

  AuthenticationRule(AuthenticationDemand demand) {
    super(demand::isMetBy, List.of(new Demand(List.of(), demand)));
    this.demand = demand;
  }

  /**
   * Also asks that the claim {@code acr} is one of these authentication context class references.
   *
   * @param values the values in order of preference, compared exactly, at least one; they replace
   *     those of earlier calls. Each has visible ASCII characters other than quotation mark and
   *     backslash
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one has another character
   */
  @CheckReturnValue
  public AuthenticationRule acr(String... values) {
    if (values.length == 0) {
      throw new OptionException("acr", "none given", "name at least one");
    }
    List<String> accepted =
        Arrays.stream(values)
            .map(value -> checkedToken("acr", "a value of acr_values (RFC 9470 section 3)", value))
            .distinct()
            .toList();
    return new AuthenticationRule(
        new AuthenticationDemand(accepted, demand.within(), demand.clock()));
  }

  /**
   * Also asks that the user authenticated recently: that the claim {@code auth_time} is at most
   * this long ago. The clock of the issuer may differ by 60 seconds, whatever its configured
   * leeway.
   *
   * @param age whole seconds, from 1 second to 365 days; replaces that of an earlier call
   * @return the rule
   * @throws IllegalArgumentException if the duration is out of range, or has a fraction of a second
   */
  @CheckReturnValue
  public AuthenticationRule within(Duration age) {
    Duration checked = Bounds.checkSeconds("within", age, SHORTEST, LONGEST);
    return new AuthenticationRule(new AuthenticationDemand(demand.acr(), checked, demand.clock()));
  }

  /** The same rule by another clock. */
  AuthenticationRule at(InstantSource clock) {
    return new AuthenticationRule(new AuthenticationDemand(demand.acr(), demand.within(), clock));
  }

  @Override
  void checkPossibleWith(AccessRule other) {
    if (other instanceof AuthenticationRule that && demand.and(that.demand) == null) {
      throw new OptionException(
          "acr",
          demand.acr() + " and " + that.demand.acr() + " have no value in common",
          "ask once, for values that stand for both");
    }
  }
}
