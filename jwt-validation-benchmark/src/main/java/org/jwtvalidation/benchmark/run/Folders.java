// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The folders of an earlier run. */
public final class Folders {

  private Folders() {}

  /**
   * Deletes a folder with all that is in it, if it exists.
   *
   * @param folder the folder
   * @throws IOException if something cannot be deleted
   */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
