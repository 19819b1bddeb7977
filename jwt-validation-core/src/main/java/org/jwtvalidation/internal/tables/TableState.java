// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import org.jspecify.annotations.Nullable;

/**
 * Whether a key has a table, and if not although it is used enough for one, why.
 *
 * @param what the state, in short
 * @param error what is wrong, as one line, or null
 */
public record TableState(String what, @Nullable String error) {

  /** The key is not used enough, or keys of its kind have no tables. */
  public static final TableState NONE = new TableState("none", null);

  /** A table verifies. */
  public static final TableState PRESENT = new TableState("present", null);

  /** A table would not make the key faster. */
  public static final TableState DECLINED = new TableState("declined", null);

  /** A table would take the memory of keys that were used later. */
  public static final TableState WITHOUT_ROOM = new TableState("without room", null);

  static TableState failed(String error) {
    return new TableState("failed", error);
  }
}
