// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file by which Linux tells a fact of the machine. */
final class SystemFile {

  /** Stands for a fact that the system hides or does not have. */
  static final String UNREADABLE = "unreadable";

  private SystemFile() {}

  /** The text without blanks around it; empty where there is no such file. */
  static String text(Path file) {
    try {
      return Files.readString(file, ISO_8859_1).trim();
    } catch (IOException e) {
      return "";
    }
  }

  /** The text, or {@value #UNREADABLE}. */
  static String fact(Path file) {
    String text = text(file);
    return text.isEmpty() ? UNREADABLE : text;
  }

  /** The value of the first line {@code name: value}, or {@value #UNREADABLE}. */
  static String value(Path file, String name) {
    return text(file)
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse(UNREADABLE);
  }
}
