// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.token;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.NumericDate;
import org.jwtvalidation.internal.jws.VerifiedJws;

/**
 * The JWT Claims Set (RFC 7519 section 4) of a token whose signature was verified. Claim Names are
 * compared exactly. Immutable and thread-safe.
 *
 * <p>The typed accessors return null (or an empty list) if the token does not have the claim, and
 * throw {@link IllegalStateException} if the claim has another type, including JSON's null.
 */
public final class ClaimsSet {

  private final Map<String, @Nullable Object> claims;

  /**
   * Creates the claims from what a validation has found: there is no other way to a {@code
   * VerifiedJws} than a signature that matched.
   *
   * @param verified what was signed
   * @hidden
   */
  @SuppressWarnings({"exports", "InvalidBlockTag"}) // no user has such parameters
  public ClaimsSet(VerifiedJws verified) {
    this(verified.claims());
  }

  private ClaimsSet(Map<String, @Nullable Object> claims) {
    this.claims = claims;
  }

  /**
   * Returns whether the token has a claim, even one whose value is null.
   *
   * @param name the Claim Name
   * @return whether the claim is present
   */
  public boolean contains(String name) {
    return claims.containsKey(name);
  }

  /**
   * Returns the value of a claim, as in {@link #asMap()}.
   *
   * @param name the Claim Name
   * @return the value, or null if the claim is missing or JSON's null
   */
  public @Nullable Object get(String name) {
    return claims.get(name);
  }

  /**
   * Returns a claim that is a string.
   *
   * @param name the Claim Name
   * @return the string, or null if the claim is missing
   * @throws IllegalStateException if the claim is not a string
   */
  public @Nullable String string(String name) {
    return typed(name, String.class, "a string");
  }

  /**
   * Returns a claim that is a boolean.
   *
   * @param name the Claim Name
   * @return the boolean, or null if the claim is missing
   * @throws IllegalStateException if the claim is not a boolean
   */
  public @Nullable Boolean bool(String name) {
    return typed(name, Boolean.class, "a boolean");
  }

  /**
   * Returns a claim that is a number: a {@link Long} for an integer that fits, a {@link
   * java.math.BigInteger} for a larger one, a {@link java.math.BigDecimal} for any other number.
   *
   * @param name the Claim Name
   * @return the number, or null if the claim is missing
   * @throws IllegalStateException if the claim is not a number
   */
  public @Nullable Number number(String name) {
    return typed(name, Number.class, "a number");
  }

  /**
   * Returns a claim that is a NumericDate (RFC 7519 section 2), truncated to nanoseconds.
   *
   * @param name the Claim Name
   * @return the instant, or null if the claim is missing
   * @throws IllegalStateException if the claim is not a number of seconds within the years 1 to
   *     9999
   */
  public @Nullable Instant instant(String name) {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return null;
    }
    if (value == null || !NumericDate.is(value)) {
      throw mistyped(name, "a NumericDate");
    }
    return NumericDate.toInstant(value);
  }

  /**
   * Returns a claim that is an array of strings.
   *
   * @param name the Claim Name
   * @return an unmodifiable list, empty if the claim is missing
   * @throws IllegalStateException if the claim is not an array of strings
   */
  public List<String> strings(String name) {
    List<?> values = typed(name, List.class, "an array of strings");
    if (values == null) {
      return List.of();
    }
    String[] strings = new String[values.size()];
    for (int i = 0; i < strings.length; i++) {
      if (!(values.get(i) instanceof String string)) {
        throw mistyped(name, "an array of strings");
      }
      strings[i] = string;
    }
    return List.of(strings);
  }

  /**
   * Returns a claim that is a string or an array of strings, such as {@code aud} (RFC 7519 section
   * 4.1.3).
   *
   * @param name the Claim Name
   * @return an unmodifiable list, with one element for a string, empty if the claim is missing
   * @throws IllegalStateException if the claim is neither
   */
  public List<String> stringOrStrings(String name) {
    return claims.get(name) instanceof String single ? List.of(single) : strings(name);
  }

  /**
   * Returns a claim that is an object.
   *
   * @param name the Claim Name
   * @return the members of the object, or null if the claim is missing
   * @throws IllegalStateException if the claim is not an object
   */
  public @Nullable ClaimsSet object(String name) {
    @SuppressWarnings("unchecked") // the keys of every parsed object are its member names
    Map<String, @Nullable Object> object = typed(name, Map.class, "an object");
    return object == null ? null : new ClaimsSet(object);
  }

  /**
   * Returns all claims in the order of the token. Strings are {@link String}s, integers {@link
   * Long}s or {@link java.math.BigInteger}s, other numbers {@link java.math.BigDecimal}s, arrays
   * {@link List}s, objects {@link Map}s, JSON's null is null.
   *
   * @return an unmodifiable map, unmodifiable at every level
   */
  public Map<String, @Nullable Object> asMap() {
    return claims;
  }

  private <T> @Nullable T typed(String name, Class<T> type, String description) {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return null;
    }
    if (!type.isInstance(value)) {
      throw mistyped(name, description);
    }
    return type.cast(value);
  }

  private static IllegalStateException mistyped(String name, String description) {
    return new IllegalStateException("claim " + name + " is not " + description);
  }

  /** Equal to a set of the same claims with equal values, in any order. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClaimsSet that && claims.equals(that.claims);
  }

  @Override
  public int hashCode() {
    return claims.hashCode();
  }

  /** Shows the number of claims, and nothing of their content. */
  @Override
  public String toString() {
    return "ClaimsSet of " + claims.size() + " claims";
  }
}
