package org.jwtvalidation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JWT Claims Set (RFC 7519 section 4) of a token whose signature has held. Claim Names are
 * compared exactly. Immutable and thread-safe.
 *
 * <p>The typed accessors give null (or an empty list) for a claim that the token does not have, and
 * throw {@link IllegalStateException} for one of another type, JSON's null included.
 */
public final class ClaimsSet {

  private final Map<String, @Nullable Object> claims;

  ClaimsSet(Map<String, @Nullable Object> claims) {
    this.claims = claims;
  }

  /**
   * Whether the token has the claim, be its value null.
   *
   * @param name the Claim Name
   * @return whether it is there
   */
  public boolean contains(String name) {
    return claims.containsKey(name);
  }

  /**
   * The value of a claim as in {@link #asMap()}.
   *
   * @param name the Claim Name
   * @return the value, or null where the claim is missing or JSON's null
   */
  public @Nullable Object get(String name) {
    return claims.get(name);
  }

  /**
   * The string of a claim.
   *
   * @param name the Claim Name
   * @return the string, or null where the claim is missing
   * @throws IllegalStateException if the claim is not a string
   */
  public @Nullable String string(String name) {
    return typed(name, String.class, "a string");
  }

  /**
   * The boolean of a claim.
   *
   * @param name the Claim Name
   * @return the boolean, or null where the claim is missing
   * @throws IllegalStateException if the claim is not a boolean
   */
  public @Nullable Boolean bool(String name) {
    return typed(name, Boolean.class, "a boolean");
  }

  /**
   * The number of a claim: a {@link Long}, or a {@link java.math.BigInteger} or {@link
   * java.math.BigDecimal} where that cannot hold it.
   *
   * @param name the Claim Name
   * @return the number, or null where the claim is missing
   * @throws IllegalStateException if the claim is not a number
   */
  public @Nullable Number number(String name) {
    return typed(name, Number.class, "a number");
  }

  /**
   * The instant of a claim that is a NumericDate (RFC 7519 section 2), cut to nanoseconds.
   *
   * @param name the Claim Name
   * @return the instant, or null where the claim is missing
   * @throws IllegalStateException if the claim is not a number of seconds between the years 1 and
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
   * The strings of a claim that is an array of strings.
   *
   * @param name the Claim Name
   * @return an unmodifiable list, empty where the claim is missing
   * @throws IllegalStateException if the claim is not an array of strings
   */
  public List<String> strings(String name) {
    List<?> values = typed(name, List.class, "an array of strings");
    if (values == null) {
      return List.of();
    }
    if (!values.stream().allMatch(String.class::isInstance)) {
      throw mistyped(name, "an array of strings");
    }
    return values.stream().map(String.class::cast).toList();
  }

  /**
   * The members of a claim that is an object.
   *
   * @param name the Claim Name
   * @return a view of the object, or null where the claim is missing
   * @throws IllegalStateException if the claim is not an object
   */
  public @Nullable ClaimsSet object(String name) {
    @SuppressWarnings("unchecked") // the keys of every parsed object are its member names
    Map<String, @Nullable Object> object = typed(name, Map.class, "an object");
    return object == null ? null : new ClaimsSet(object);
  }

  /**
   * All claims in the order of the token: strings as {@link String}, integers as {@link Long} or
   * {@link java.math.BigInteger}, other numbers as {@link java.math.BigDecimal}, booleans, arrays
   * as {@link List}, objects as {@link Map}, JSON's null as null.
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

  /** Equal to a set of the same claims with equal values. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClaimsSet that && claims.equals(that.claims);
  }

  @Override
  public int hashCode() {
    return claims.hashCode();
  }

  /** Says how many claims there are, nothing of what they say. */
  @Override
  public String toString() {
    return "ClaimsSet of " + claims.size() + " claims";
  }
}
