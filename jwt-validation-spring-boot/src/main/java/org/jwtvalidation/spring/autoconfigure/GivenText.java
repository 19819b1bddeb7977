package org.jwtvalidation.spring.autoconfigure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Texts that a property may have. An empty one is none, so that a test can unset it. */
final class GivenText {

  private GivenText() {}

  static Optional<String> of(@Nullable String text) {
    return Optional.ofNullable(text).filter(given -> !given.isEmpty());
  }
}
