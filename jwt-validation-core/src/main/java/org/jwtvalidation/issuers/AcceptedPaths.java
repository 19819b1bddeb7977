// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.issuers;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;
import org.jwtvalidation.internal.options.OptionException;

/**
 * The repositories, projects or accounts whose tokens are accepted: each a full path, or a prefix
 * that ends with {@code /*} and matches everything below it.
 */
record AcceptedPaths(List<String> paths) {

  private static final String NAME = "[A-Za-z0-9_.-]+";
  private static final Pattern PATH = Pattern.compile(NAME + "(/" + NAME + ")*/(" + NAME + "|\\*)");

  /**
   * Checks the paths.
   *
   * @param option what they are, for messages
   * @param example a valid path
   * @throws IllegalArgumentException if there is none, or one is malformed
   */
  static AcceptedPaths of(String option, String example, String... paths) {
    if (paths.length == 0) {
      throw new OptionException(
          option,
          "none given, which would accept every token",
          "name them, such as "
              + example
              + ", or all below a path: "
              + example.substring(0, example.indexOf('/'))
              + "/*");
    }
    for (String path : paths) {
      if (!PATH.matcher(path).matches()) {
        throw new OptionException(
            option, Printable.quoted(path) + " is not a path", "write it as " + example);
      }
    }
    return new AcceptedPaths(List.of(paths));
  }

  boolean contain(@Nullable String path) {
    return path != null && paths.stream().anyMatch(accepted -> matches(accepted, path));
  }

  private static boolean matches(String accepted, String path) {
    return accepted.endsWith("/*")
        ? path.startsWith(accepted.substring(0, accepted.length() - 1))
        : accepted.equals(path);
  }
}
