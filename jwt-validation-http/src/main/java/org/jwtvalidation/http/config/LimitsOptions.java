package org.jwtvalidation.http.config;

import java.util.OptionalInt;

/**
 * Configuration options of the bounds of a token, as text: those of {@link
 * org.jwtvalidation.TokenLimits}, each the number of its method {@code with...}.
 */
public interface LimitsOptions {

  /**
   * Returns the most characters of a token.
   *
   * @return the number
   */
  default OptionalInt tokenLength() {
    return OptionalInt.empty();
  }

  /**
   * Returns the most characters of an encoded JOSE Header.
   *
   * @return the number
   */
  default OptionalInt headerLength() {
    return OptionalInt.empty();
  }

  /**
   * Returns the most characters of a string or name.
   *
   * @return the number
   */
  default OptionalInt stringLength() {
    return OptionalInt.empty();
  }

  /**
   * Returns the most members of all objects of the header together, and of the claims.
   *
   * @return the number
   */
  default OptionalInt members() {
    return OptionalInt.empty();
  }

  /**
   * Returns how deep objects and arrays may be nested.
   *
   * @return the number
   */
  default OptionalInt depth() {
    return OptionalInt.empty();
  }

  /**
   * Returns the most characters of a Key ID.
   *
   * @return the number
   */
  default OptionalInt keyIdLength() {
    return OptionalInt.empty();
  }
}
