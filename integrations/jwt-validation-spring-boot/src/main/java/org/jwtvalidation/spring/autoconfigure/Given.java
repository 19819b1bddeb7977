// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring.autoconfigure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a property may have. An empty value is none, so that a test can unset it. */
final class Given {

  private Given() {}

  static @Nullable String text(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  static @Nullable List<String> texts(@Nullable List<String> texts) {
    return texts == null || texts.isEmpty() ? null : texts;
  }
}
