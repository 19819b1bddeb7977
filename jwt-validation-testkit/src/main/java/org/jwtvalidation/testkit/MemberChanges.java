// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a test changes of the members of a JSON object. Not thread-safe. */
final class MemberChanges {

  /** Marks a member to omit. */
  private static final Object LEFT_OUT = new Object();

  private final Map<String, @Nullable Object> changes = new LinkedHashMap<>();

  void set(String name, @Nullable Object value) {
    changes.put(name, value);
  }

  void omit(String name) {
    changes.put(name, LEFT_OUT);
  }

  /** Changes the members, and returns them. */
  Map<String, @Nullable Object> applyTo(Map<String, @Nullable Object> members) {
    changes.forEach((name, value) -> {
      if (value == LEFT_OUT) {
        members.remove(name);
      } else {
        members.put(name, value);
      }
    });
    return members;
  }
}
