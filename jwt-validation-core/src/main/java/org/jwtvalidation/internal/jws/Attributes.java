// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server knows of a user, as access tokens carry it (RFC 9068 section
 * 2.2.3.1): an array of strings, or of objects that have the string in their member {@code value}
 * (RFC 7643 section 2.4).
 */
public final class Attributes {

  private Attributes() {}

  /**
   * The values of a claim.
   *
   * @return an unmodifiable list, empty if the claim is missing
   * @throws IllegalStateException if the claim has another form
   */
  public static List<String> of(Map<String, @Nullable Object> claims, String name) {
    List<String> values = read(claims, name);
    if (values == null) {
      throw new IllegalStateException(
          "claim " + name + " is not an array of strings, or of objects with the member value");
    }
    return values;
  }

  /** The values of a claim, none if it is missing or has another form, which grants nothing. */
  public static List<String> ifReadable(Map<String, @Nullable Object> claims, String name) {
    List<String> values = read(claims, name);
    return values == null ? List.of() : values;
  }

  /** Null if the claim has another form. */
  private static @Nullable List<String> read(Map<String, @Nullable Object> claims, String name) {
    Object claim = claims.get(name);
    if (claim == null && !claims.containsKey(name)) {
      return List.of();
    }
    if (!(claim instanceof List<?> elements)) {
      return null;
    }
    List<String> values = new ArrayList<>(elements.size());
    for (Object element : elements) {
      Object value = element instanceof Map<?, ?> members ? members.get("value") : element;
      if (!(value instanceof String string)) {
        return null;
      }
      values.add(string);
    }
    return List.copyOf(values);
  }
}
