// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.util.OptionalInt;

/** Limits of a token. */
@ConfigGroup
public interface JwtValidationLimitsConfig {

  /** Characters of a token, 1 to 1,048,576. 16,384 by default. */
  OptionalInt tokenLength();

  /** Characters of the encoded JOSE header, 1 to 1,048,576. 4,096 by default. */
  OptionalInt headerLength();

  /** Characters of a string or name in header or claims, 1 to 1,048,576. 8,192 by default. */
  OptionalInt stringLength();

  /** Members of all objects in the header, and in the claims, 1 to 1,048,576. 256 by default. */
  OptionalInt members();

  /** Nesting of objects and arrays, 1 to 64. 16 by default. */
  OptionalInt depth();

  /** Characters of a key ID, 1 to 1,048,576. 256 by default. */
  OptionalInt keyIdLength();
}
