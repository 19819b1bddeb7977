// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

import org.jspecify.annotations.Nullable;

/** What stands for the body of a method: one that is proven, or one of the JDK. */
@FunctionalInterface
public interface Contract {

  /**
   * Checks what the method requires, and does what it promises.
   *
   * @param arguments those of the call; the object comes first, unless the method is static
   */
  @Nullable Object call(@Nullable Object[] arguments);
}
