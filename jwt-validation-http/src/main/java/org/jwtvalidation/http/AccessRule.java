package org.jwtvalidation.http;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jwtvalidation.AccessToken;
import org.jwtvalidation.CheckReturnValue;

/**
 * What a valid token must have for a request. Made once, and used for all requests. Immutable and
 * thread-safe.
 */
public final class AccessRule {

  private static final AccessRule ANY_TOKEN = new AccessRule(token -> true, List.of());

  private final Predicate<AccessToken> test;
  private final List<String> scopes;

  private AccessRule(Predicate<AccessToken> test, List<String> scopes) {
    this.test = test;
    this.scopes = scopes;
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
    return new AccessRule(token -> token.hasScope(needed), List.of(needed));
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
    return new AccessRule(token -> token.hasAnyScope(needed), List.of(needed[0]));
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
    return new AccessRule(token -> token.hasAllScopes(needed), List.of(needed));
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
    return new AccessRule(token -> token.roles().stream().anyMatch(accepted::contains), List.of());
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
    return new AccessRule(token -> token.groups().stream().anyMatch(accepted::contains), List.of());
  }

  /**
   * Returns a rule of your own. If it throws an exception, the token does not pass.
   *
   * @param test whether a validated token passes; thread-safe, and quick
   * @return the rule
   */
  public static AccessRule matching(Predicate<AccessToken> test) {
    return new AccessRule(Objects.requireNonNull(test, "test"), List.of());
  }

  /**
   * Returns a rule that asks for what this rule and another one ask for.
   *
   * @param other the other rule
   * @return the combined rule
   */
  @CheckReturnValue
  public AccessRule and(AccessRule other) {
    Set<String> both = new LinkedHashSet<>(scopes);
    both.addAll(other.scopes);
    return new AccessRule(test.and(other.test), List.copyOf(both));
  }

  /**
   * Returns a rule that asks for what this rule or another one asks for. A client whose token
   * passes neither is told of the scopes of the first that has any.
   *
   * @param other the other rule
   * @return the combined rule
   */
  @CheckReturnValue
  public AccessRule or(AccessRule other) {
    return new AccessRule(test.or(other.test), scopes.isEmpty() ? other.scopes : scopes);
  }

  /** Whether the token passes. */
  boolean admits(AccessToken token) {
    try {
      return test.test(token);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** The scopes that a token needs in place of its own, or none if more scopes do not help. */
  List<String> neededScopes(AccessToken token) {
    boolean hasAll = scopes.isEmpty() || token.scopes().containsAll(scopes);
    return hasAll ? List.of() : scopes;
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

  private static String checkedScope(String scope) {
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
