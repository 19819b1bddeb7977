// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import org.jspecify.annotations.Nullable;

/**
 * Whether a key has a table, and if not although it is used enough for one, why. No record: on Java
 * 17, the class loader of a record that is compared by its generated {@code equals} is never
 * unloaded.
 */
public final class TableState {

  /** The key is not used enough, or keys of its kind have no tables. */
  public static final TableState NONE = new TableState(null);

  /** A table verifies. */
  public static final TableState PRESENT = new TableState(null);

  /** A table would not make the key faster. */
  public static final TableState DECLINED = new TableState(null);

  /** A table would take the memory of keys that were used later. */
  public static final TableState WITHOUT_ROOM = new TableState(null);

  private final @Nullable String error;

  private TableState(@Nullable String error) {
    this.error = error;
  }

  static TableState failed(String error) {
    return new TableState(error);
  }

  /** What is wrong, as one line, or null. */
  public @Nullable String error() {
    return error;
  }
}
