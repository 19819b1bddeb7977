package org.jwtvalidation.quarkus;

import io.quarkus.runtime.annotations.ConfigGroup;
import java.util.OptionalInt;
import org.jwtvalidation.http.config.LimitsOptions;

/** Bounds of a token. */
@ConfigGroup
public interface JwtValidationLimitsConfig extends LimitsOptions {

  /** Characters of a token, 1 to 1,048,576. 16,384 by default. */
  @Override
  OptionalInt tokenLength();

  /** Characters of the encoded JOSE Header, 1 to 1,048,576. 4,096 by default. */
  @Override
  OptionalInt headerLength();

  /** Characters of a string or name in header or claims, 1 to 1,048,576. 8,192 by default. */
  @Override
  OptionalInt stringLength();

  /**
   * Members of all objects of the header together, and of the claims, 1 to 1,048,576. 256 by
   * default.
   */
  @Override
  OptionalInt members();

  /** Nesting of objects and arrays, 1 to 64. 16 by default. */
  @Override
  OptionalInt depth();

  /** Characters of a Key ID, 1 to 1,048,576. 256 by default. */
  @Override
  OptionalInt keyIdLength();
}
