package org.jwtvalidation;

import static org.jwtvalidation.TokenRejectedException.rejected;
import static org.jwtvalidation.ValidationStep.CLAIMS_VALIDATION;

import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Claims before their signature has been verified, read only to reject. Each method gives what the
 * claim must be, and rejects a claim that is anything else.
 */
record UntrustedClaims(Map<String, @Nullable Object> claims) {

  boolean contains(String name) {
    return claims.containsKey(name);
  }

  void require(String name) {
    if (!claims.containsKey(name)) {
      throw missing(name);
    }
  }

  /** Rejects a claim that is missing or null: a claim of any type has a value. */
  void requireValue(String name) {
    if (claims.get(name) == null) {
      throw missing(name);
    }
  }

  /** Rejects a token that names its own kind in a claim, if that is not the expected kind. */
  void requireKind(String name, String kind) {
    if (contains(name) && !kind.equals(claims.get(name))) {
      throw rejected(CLAIMS_VALIDATION, Reason.TYPE_MISMATCH, name);
    }
  }

  /** The string of a claim, or null where it is missing. */
  @Nullable String string(String name) {
    Object value = claims.get(name);
    if (value instanceof String string) {
      return string;
    }
    if (value == null && !claims.containsKey(name)) {
      return null;
    }
    throw malformed(name);
  }

  /** The string of a claim that has to be there and not be empty. */
  String requiredString(String name) {
    String string = string(name);
    if (string == null) {
      throw missing(name);
    }
    if (string.isEmpty()) {
      throw malformed(name);
    }
    return string;
  }

  /** Milliseconds since 1970 of a claim, or {@link NumericDate#MIN} where it is missing. */
  long millis(String name, RoundingMode rounding) {
    Object value = claims.get(name);
    if (value == null && !claims.containsKey(name)) {
      return NumericDate.MIN;
    }
    if (value == null || !NumericDate.is(value)) {
      throw malformed(name);
    }
    return NumericDate.toMillis(value, rounding);
  }

  /** The strings of an array, empty where the claim is missing. */
  List<String> strings(String name) {
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
    @SuppressWarnings("unchecked") // each has been looked at
    List<String> strings = (List<String>) array;
    return strings;
  }

  /** One string, or the strings of an array, as {@code aud} may be (RFC 7519 section 4.1.3). */
  List<String> stringOrStrings(String name) {
    return claims.get(name) instanceof String single ? List.of(single) : strings(name);
  }

  static TokenRejectedException missing(String name) {
    return rejected(CLAIMS_VALIDATION, Reason.CLAIM_MISSING, name);
  }

  static TokenRejectedException malformed(String name) {
    return rejected(CLAIMS_VALIDATION, Reason.CLAIM_MALFORMED, name);
  }

  /** Nothing of the token, whoever logs it. */
  @Override
  public String toString() {
    return "UntrustedClaims";
  }
}
