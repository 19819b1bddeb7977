// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.util.OptionalInt;

/** Limits of a token. */
@ConfigGroup
public interface JwtValidationLimitsConfig {

  /** Maximum characters of a token, 1 to 1,048,576. 16,384 by default. */
  OptionalInt tokenLength();

  /** Maximum characters of the encoded JOSE header, 1 to 1,048,576. 4,096 by default. */
  OptionalInt headerLength();

  /**
   * Maximum characters of a string or name in header or claims, 1 to 1,048,576. 8,192 by default.
   */
  OptionalInt stringLength();

  /**
   * Maximum members of all objects in the header, and in the claims, 1 to 1,048,576. 256 by
   * default.
   */
  OptionalInt members();

  /** Maximum nesting of objects and arrays, 1 to 64. 16 by default. */
  OptionalInt depth();

  /** Maximum characters of a key ID, 1 to 1,048,576. 256 by default. */
  OptionalInt keyIdLength();
}
