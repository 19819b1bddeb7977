// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.NumericDate;
import org.jwtvalidation.token.Reason;

/**
 * Claims that are not verified yet and are read only to reject the token. Each method returns a
 * claim as the type that it must have, and rejects it if it has another.
 */
public record UntrustedClaims(Map<String, @Nullable Object> claims) {

  boolean contains(String name) {
    return claims.containsKey(name);
  }

  void require(String name) throws RuleViolation {
    if (!claims.containsKey(name)) {
      throw missing(name);
    }
  }

  /** Rejects a claim that is missing or null, for a claim that may have any type. */
  void requireValue(String name) throws RuleViolation {
    if (claims.get(name) == null) {
      throw missing(name);
    }
  }

  /** Rejects a token that names its own kind in a claim, if that is not the expected kind. */
  void requireKind(String name, String kind) throws RuleViolation {
    requireKind(claims, name, kind);
  }

  static void requireKind(Map<String, @Nullable Object> claims, String name, String kind)
      throws RuleViolation {
    Object named = claims.get(name);
    if (claims.containsKey(name) && !kind.equals(named)) {
      throw RuleViolation.of(
          Reason.TYPE_MISMATCH,
          name,
          "ID".equals(named) || "id".equals(named) ? Hint.ID_TOKEN : new Hint("expected " + kind));
    }
  }

  /** The string of a claim, or null if it is missing. */
  public @Nullable String string(String name) throws RuleViolation {
    Object value = claims.get(name);
    if (value instanceof String string) {
      return string;
    }
    if (value == null && !claims.containsKey(name)) {
      return null;
    }
    throw malformed(name);
  }

  /** The string of a claim that must be present and not empty. */
  public String requiredString(String name) throws RuleViolation {
    String string = string(name);
    if (string == null) {
      throw missing(name);
    }
    if (string.isEmpty()) {
      throw malformed(name);
    }
    return string;
  }

  /** Whether a member is a string, unless it is missing. */
  boolean isStringOrMissing(String name) {
    return !claims.containsKey(name) || claims.get(name) instanceof String;
  }

  /** The members of an object, or null if the claim is missing. */
  @Nullable UntrustedClaims object(String name) throws RuleViolation {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return null;
    }
    if (!(value instanceof Map)) {
      throw malformed(name);
    }
    @SuppressWarnings("unchecked") // the keys of every parsed object are its member names
    Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) value;
    return new UntrustedClaims(members);
  }

  /** The milliseconds since 1970 of a claim, or {@link NumericDate#MIN} if it is missing. */
  public long millis(String name, RoundingMode rounding) throws RuleViolation {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return NumericDate.MIN;
    }
    return millis(name, value, rounding);
  }

  private static long millis(String name, @Nullable Object value, RoundingMode rounding)
      throws RuleViolation {
    if (value == null || !NumericDate.is(value)) {
      throw malformed(name);
    }
    return NumericDate.toMillis(value, rounding);
  }

  /** The milliseconds since 1970 of a claim that must be present. */
  public long requiredMillis(String name, RoundingMode rounding) throws RuleViolation {
    Object value = claims.get(name);
    if (value == null) {
      require(name);
    }
    return millis(name, value, rounding);
  }

  /** The strings of an array, empty if the claim is missing. */
  List<String> strings(String name) throws RuleViolation {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return List.of();
    }
    if (!(value instanceof List<?> array)) {
      throw malformed(name);
    }
    for (Object element : array) {
      if (!(element instanceof String)) {
        throw malformed(name);
      }
    }
    @SuppressWarnings("unchecked") // the loop has checked every element
    List<String> strings = (List<String>) array;
    return strings;
  }

  /** Rejects a claim that is present and neither a string nor an array of strings. */
  void checkStringOrStrings(String name) throws RuleViolation {
    if (!(claims.get(name) instanceof String)) {
      var unused = strings(name);
    }
  }

  /** One string, or the strings of an array, as {@code aud} may be (RFC 7519 section 4.1.3). */
  List<String> stringOrStrings(String name) throws RuleViolation {
    return claims.get(name) instanceof String single ? List.of(single) : strings(name);
  }

  static RuleViolation missing(String name) {
    return RuleViolation.of(Reason.CLAIM_MISSING, name);
  }

  static RuleViolation malformed(String name) {
    return RuleViolation.of(Reason.CLAIM_MALFORMED, name);
  }

  /** Shows nothing of the token, in case it is logged. */
  @Override
  public String toString() {
    return "UntrustedClaims";
  }
}
