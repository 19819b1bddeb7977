// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.Scopes;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Actor;
import org.jwtvalidation.token.CheckReturnValue;

/**
 * What a valid token must have for a request. Made once, and used for all requests. Immutable and
 * thread-safe.
 */
public sealed class AccessRule permits AuthenticationRule {

  private static final AccessRule ANY_TOKEN = new AccessRule(token -> true, Demand.NOTHING);

  private final Predicate<AccessToken> test;

  /** What a new token needs in place of this one: one of these; none if no new token would pass. */
  private final Function<AccessToken, List<Demand>> needed;

  private final List<String> scopes;
  private final boolean isAttainable;

  /**
   * A rule.
   *
   * @param scopes the scopes that a client without a token asks for, possibly none
   * @param isAttainable whether it then has a token that passes, after the user has authenticated
   *     as is asked
   */
  AccessRule(
      Predicate<AccessToken> test,
      Function<AccessToken, List<Demand>> needed,
      List<String> scopes,
      boolean isAttainable) {
    this.test = test;
    this.needed = needed;
    this.scopes = scopes;
    this.isAttainable = isAttainable;
  }

  /** A rule that always needs the same of a new token, which it can have. */
  AccessRule(Predicate<AccessToken> test, List<Demand> needed) {
    this(test, token -> needed, needed.get(0).scopes(), true);
  }

  private static AccessRule withoutScopes(Predicate<AccessToken> test) {
    return new AccessRule(
        test, token -> test.test(token) ? Demand.NOTHING : List.of(), List.of(), false);
  }

  /** {@return the rule that every valid token passes} */
  public static AccessRule anyToken() {
    return ANY_TOKEN;
  }

  /**
   * Returns a rule that asks for a scope.
   *
   * @param scope a scope token (RFC 6749 section 3.3)
   * @return the rule
   * @throws IllegalArgumentException if {@code scope} is not a scope token
   */
  public static AccessRule scope(String scope) {
    String asked = checkedScope(scope);
    return new AccessRule(token -> token.hasScope(asked), Demand.of(List.of(asked)));
  }

  /**
   * Returns a rule that asks for one of several scopes. A client that has none of them is told of
   * the first.
   *
   * @param scopes scope tokens, at least one
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one is not a scope token
   */
  public static AccessRule anyScope(String... scopes) {
    String[] asked = checkedScopes(scopes);
    return new AccessRule(
        token -> token.hasAnyScope(asked),
        token ->
            Demand.of(
                List.of(Arrays.stream(asked).filter(token::hasScope).findFirst().orElse(asked[0]))),
        List.of(asked[0]),
        true);
  }

  /**
   * Returns a rule that asks for several scopes.
   *
   * @param scopes scope tokens, at least one
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one is not a scope token
   */
  public static AccessRule allScopes(String... scopes) {
    String[] asked = checkedScopes(scopes);
    return new AccessRule(token -> token.hasAllScopes(asked), Demand.of(List.of(asked)));
  }

  /**
   * Returns a rule that asks for one of several roles, as the issuer's {@link
   * org.jwtvalidation.RoleMapper} finds them.
   *
   * @param roles the roles, at least one
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one is blank
   */
  public static AccessRule anyRole(String... roles) {
    Set<String> accepted = names("roles", roles);
    return withoutScopes(token -> token.roles().stream().anyMatch(accepted::contains));
  }

  /**
   * Returns a rule that asks for one of several groups: the claim {@code groups} (RFC 9068 section
   * 2.2.3.1).
   *
   * @param groups the groups, at least one
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one is blank
   */
  public static AccessRule anyGroup(String... groups) {
    Set<String> accepted = names("groups", groups);
    return withoutScopes(token -> token.groups().stream().anyMatch(accepted::contains));
  }

  /**
   * Returns a rule that asks for an actor: that a certain party acts for the subject (RFC 8693
   * section 4.1). Only the outermost actor counts. What the subject may do is asked by other rules,
   * {@linkplain #and combined} with this one.
   *
   * @param issuer the issuer of the actor as of {@link Actor#issuer}, compared exactly
   * @param subject the actor, compared exactly
   * @return the rule, which a token without an actor or without the subject of one does not pass
   * @throws IllegalArgumentException if one is blank
   */
  public static AccessRule actor(String issuer, String subject) {
    var unused = names("actor", issuer, subject);
    return withoutScopes(token -> {
      Actor actor = token.actor();
      return actor != null && subject.equals(actor.subject()) && issuer.equals(actor.issuer());
    });
  }

  /**
   * Returns a rule that asks how and when the user authenticated (RFC 9470). Alone, it asks that
   * the token says one of both, in {@code acr} or {@code auth_time}; its methods ask for more:
   *
   * <pre>{@code
   * AccessRule.authentication().acr("gold", "silver").within(Duration.ofMinutes(5))
   * }</pre>
   *
   * @return the rule
   */
  public static AuthenticationRule authentication() {
    return new AuthenticationRule(AuthenticationDemand.ANY);
  }

  /**
   * Returns a rule of your own. If it throws an exception, the token does not pass, and that is
   * logged once a minute, without the exception's message, which may quote a claim.
   *
   * @param test whether a validated token passes; thread-safe, and quick
   * @return the rule
   */
  public static AccessRule matching(Predicate<AccessToken> test) {
    Objects.requireNonNull(test, "test");
    FailureLog failures = new FailureLog();
    return withoutScopes(token -> {
      try {
        return test.test(token);
      } catch (Exception e) {
        failures.logWithoutMessage("an access rule failed", "it refuses the token", e);
        return false;
      }
    });
  }

  /**
   * Returns a rule that asks for what this rule and another one ask for.
   *
   * @param other the other rule
   * @return the combined rule
   * @throws IllegalArgumentException if both are {@linkplain #authentication authentication rules}
   *     without a common {@code acr}, so that no token would pass
   */
  @CheckReturnValue
  public AccessRule and(AccessRule other) {
    checkPossibleWith(other);
    return new AccessRule(
        test.and(other.test),
        token -> Demand.both(needed.apply(token), other.needed.apply(token)),
        Demand.union(scopes, other.scopes),
        isAttainable && other.isAttainable);
  }

  /** Refuses what no token can pass. */
  void checkPossibleWith(AccessRule other) {
    Objects.requireNonNull(other, "other");
  }

  /**
   * Returns a rule that asks for what this rule or another one asks for: each alone suffices, also
   * if only one of them asks for an {@linkplain #authentication authentication}. If a token passes
   * neither, the challenge names what the first rule needs that a new token can satisfy.
   *
   * @param other the other rule
   * @return the combined rule
   */
  @CheckReturnValue
  public AccessRule or(AccessRule other) {
    AccessRule asked = isAttainable || !other.isAttainable ? this : other;
    return new AccessRule(
        test.or(other.test),
        token -> {
          // What the token has already comes first, and then the order of the rules.
          boolean isReversed = other.admits(token) && !admits(token);
          List<Demand> ours = needed.apply(token);
          List<Demand> theirs = other.needed.apply(token);
          return isReversed ? Demand.either(theirs, ours) : Demand.either(ours, theirs);
        },
        asked.scopes,
        asked.isAttainable);
  }

  /**
   * Checks this rule inside a handler, for one of several operations behind one path. Call it
   * before anything of the response is sent, and let the exception pass: the filter, handler or
   * framework in front answers it, with the scopes of this rule. Where the response has begun, they
   * throw an {@link IllegalStateException} in its place.
   *
   * @param token the validated token of the request
   * @throws InsufficientTokenException if the token does not pass
   * @throws NullPointerException if there is no token, also where every token passes
   */
  public void require(AccessToken token) {
    InsufficientTokenException failure = failure(token);
    if (failure != null) {
      throw failure;
    }
  }

  /** What {@link #require} throws, or null if the token passes. */
  @Nullable InsufficientTokenException failure(AccessToken token) {
    // Frameworks pass null for a request without a token, which some tests never read.
    Objects.requireNonNull(token, "token");
    return admits(token) ? null : new InsufficientTokenException(token, needed(token));
  }

  /** Whether the token passes. */
  boolean admits(AccessToken token) {
    return test.test(token);
  }

  /** What a new token needs in place of a refused one, or null if none would pass. */
  @Nullable Demand needed(AccessToken token) {
    List<Demand> ways = needed.apply(token);
    return ways.isEmpty() ? null : ways.get(0);
  }

  /** The scopes that a client without a valid token asks for, possibly none. */
  List<String> scopes() {
    return scopes;
  }

  private static Set<String> names(String option, String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(option + ": none given; name at least one");
    }
    if (Arrays.stream(names).anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(option + ": blank; give each a name");
    }
    return Set.copyOf(Arrays.asList(names));
  }

  private static String[] checkedScopes(String... scopes) {
    if (scopes.length == 0) {
      throw new IllegalArgumentException("scopes: none given; name at least one");
    }
    return Arrays.stream(scopes).map(AccessRule::checkedScope).toArray(String[]::new);
  }

  static String checkedScope(String scope) {
    return checkedToken("scope", "a scope token of RFC 6749 section 3.3", scope);
  }

  /** A part of a list with spaces between its parts, which a challenge may have in quotes. */
  static String checkedToken(String option, String kind, String text) {
    if (!Scopes.isToken(text)) {
      throw new OptionException(
          option,
          Printable.quoted(text) + " is not " + kind,
          "use visible ASCII characters without space, quotation mark and backslash, one "
              + option
              + " for each argument");
    }
    return text;
  }
}
