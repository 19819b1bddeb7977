package org.jwtvalidation.spring.autoconfigure;

import java.util.OptionalInt;
import org.jwtvalidation.http.config.LimitsOptions;

/**
 * The bounds of a token, from the properties.
 *
 * @param limits the properties
 */
record ConfiguredLimits(JwtValidationProperties.Limits limits) implements LimitsOptions {

  @Override
  public OptionalInt tokenLength() {
    return GivenNumber.of(limits.tokenLength());
  }

  @Override
  public OptionalInt headerLength() {
    return GivenNumber.of(limits.headerLength());
  }

  @Override
  public OptionalInt stringLength() {
    return GivenNumber.of(limits.stringLength());
  }

  @Override
  public OptionalInt members() {
    return GivenNumber.of(limits.members());
  }

  @Override
  public OptionalInt depth() {
    return GivenNumber.of(limits.depth());
  }

  @Override
  public OptionalInt keyIdLength() {
    return GivenNumber.of(limits.keyIdLength());
  }
}
