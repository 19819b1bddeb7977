// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.GuardedLogger;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.Actor;
import org.jwtvalidation.token.CheckReturnValue;

/**
 * What a valid token must have for a request. Made once, and used for all requests. Immutable and
 * thread-safe.
 */
public final class AccessRule {

  private static final GuardedLogger LOGGER = new GuardedLogger(AccessRule.class.getName());
  private static final AccessRule ANY_TOKEN = new AccessRule(token -> true, token -> List.of());

  /** The scopes with which a token would pass, or null if it needs something else. */
  private interface SufficientScopes {
    @Nullable List<String> of(AccessToken token);
  }

  private final Predicate<AccessToken> test;
  private final SufficientScopes sufficient;

  private AccessRule(Predicate<AccessToken> test, SufficientScopes sufficient) {
    this.test = test;
    this.sufficient = sufficient;
  }

  private static AccessRule withoutScopes(Predicate<AccessToken> test) {
    return new AccessRule(test, token -> test.test(token) ? List.of() : null);
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
    String needed = checkedScope(scope);
    List<String> all = List.of(needed);
    return new AccessRule(token -> token.hasScope(needed), token -> all);
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
    String[] needed = checkedScopes(scopes);
    return new AccessRule(
        token -> token.hasAnyScope(needed),
        token ->
            List.of(Arrays.stream(needed).filter(token::hasScope).findFirst().orElse(needed[0])));
  }

  /**
   * Returns a rule that asks for several scopes.
   *
   * @param scopes scope tokens, at least one
   * @return the rule
   * @throws IllegalArgumentException if none are given, or one is not a scope token
   */
  public static AccessRule allScopes(String... scopes) {
    String[] needed = checkedScopes(scopes);
    List<String> all = List.of(needed);
    return new AccessRule(token -> token.hasAllScopes(needed), token -> all);
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
   * Returns a rule of your own. If it throws an exception, the token does not pass, and the first
   * such exception is logged.
   *
   * @param test whether a validated token passes; thread-safe, and quick
   * @return the rule
   */
  public static AccessRule matching(Predicate<AccessToken> test) {
    Objects.requireNonNull(test, "test");
    AtomicBoolean logged = new AtomicBoolean();
    return withoutScopes(token -> {
      try {
        return test.test(token);
      } catch (Exception e) {
        if (logged.compareAndSet(false, true)) {
          LOGGER.log(Level.ERROR, () -> "an access rule failed, which refuses the token", e);
        }
        return false;
      }
    });
  }

  /**
   * Returns a rule that asks for what this rule and another one ask for.
   *
   * @param other the other rule
   * @return the combined rule
   */
  @CheckReturnValue
  public AccessRule and(AccessRule other) {
    return new AccessRule(
        test.and(other.test),
        token -> {
          List<String> ours = sufficient.of(token);
          List<String> theirs = other.sufficient.of(token);
          return ours == null || theirs == null
              ? null
              : Stream.concat(ours.stream(), theirs.stream()).distinct().toList();
        });
  }

  /**
   * Returns a rule that asks for what this rule or another one asks for. A client whose token
   * passes neither is told the scopes of the first rule that scopes alone can satisfy.
   *
   * @param other the other rule
   * @return the combined rule
   */
  @CheckReturnValue
  public AccessRule or(AccessRule other) {
    return new AccessRule(
        test.or(other.test),
        token -> {
          AccessRule first = other.admits(token) && !admits(token) ? other : this;
          List<String> ours = first.sufficient.of(token);
          return ours == null ? other.sufficient.of(token) : ours;
        });
  }

  /** Whether the token passes. */
  boolean admits(AccessToken token) {
    return test.test(token);
  }

  /** The scopes with which a refused token would pass, or none if scopes do not help. */
  List<String> neededScopes(AccessToken token) {
    List<String> scopes = sufficient.of(token);
    return scopes == null ? List.of() : scopes;
  }

  private static Set<String> names(String option, String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(option + ": none given; name at least one");
    }
    for (String name : names) {
      if (name.isBlank()) {
        throw new IllegalArgumentException(option + ": blank; give each a name");
      }
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
    if (scope.isEmpty() || !scope.chars().allMatch(AccessRule::isScopeCharacter)) {
      throw new IllegalArgumentException(
          "scope: \""
              + QuotedString.shown(scope)
              + "\" is not a scope token of RFC 6749 section 3.3; use visible ASCII characters"
              + " without space, quotation mark and backslash, one scope for each argument");
    }
    return scope;
  }

  private static boolean isScopeCharacter(int c) {
    return c > ' ' && c < 0x7F && c != '"' && c != '\\';
  }
}
