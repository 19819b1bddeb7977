package org.jwtvalidation.spring.autoconfigure;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Numbers that a property may have. */
final class GivenNumber {

  private GivenNumber() {}

  static OptionalInt of(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
