// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.extension;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** What code of users does in place of its part. */
public enum Fault {
  THROWS,
  FAILS_BY_AN_ERROR,
  EXHAUSTS_MEMORY,
  BLOCKS,
  REENTERS,
  RETURNS_NULL,
  ANSWERS_NULL,
  NEVER_ANSWERS,
  ANSWERS_TWICE;

  /** The faults that a method can have: one without a result cannot answer twice, for example. */
  static List<Fault> of(Method method) {
    Class<?> result = method.getReturnType();
    List<Fault> faults =
        new ArrayList<>(List.of(THROWS, FAILS_BY_AN_ERROR, EXHAUSTS_MEMORY, BLOCKS, REENTERS));
    if (!result.isPrimitive()) {
      faults.add(RETURNS_NULL);
    }
    if (CompletionStage.class.isAssignableFrom(result)) {
      faults.addAll(List.of(ANSWERS_NULL, NEVER_ANSWERS, ANSWERS_TWICE));
    }
    return faults;
  }

  /** Whether a caller who needs the answer gets none unless something else ends the wait. */
  public boolean lasts() {
    return this == BLOCKS || this == REENTERS || this == NEVER_ANSWERS;
  }

  /** What an exception of this fault is, or null. */
  Throwable failure() {
    return switch (this) {
      case THROWS -> new IllegalStateException("of the user");
      case FAILS_BY_AN_ERROR -> new NoClassDefFoundError("of/the/User");
      default -> new OutOfMemoryError("of the user");
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
