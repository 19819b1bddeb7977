// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.examples.quickstart;

import java.io.Console;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * What can be shown where the tour is printed.
 *
 * @param lines whether the lines of a table, and the sign for a millionth, can be
 * @param colours whether text may be coloured
 */
record Screen(boolean lines, boolean colours) {

  private static final String GREEN = "32";
  private static final String RED = "31";
  private static final String BOLD = "1";
  private static final String DIM = "2";

  /** What standard output shows when it is written in {@code charset}. */
  static Screen standardOutput(Charset charset) {
    boolean lines = charset.canEncode() && charset.newEncoder().canEncode("│─┼µ");
    String noColour = System.getenv("NO_COLOR");
    boolean colours =
        terminal() != null
            && (noColour == null || noColour.isEmpty())
            && !"dumb".equals(System.getenv("TERM"));
    return new Screen(lines, colours);
  }

  /** The charset that standard output is read in. */
  static Charset charset() {
    // There from Java 19 on.
    String name = System.getProperty("stdout.encoding");
    Console terminal = terminal();
    if (name == null && terminal != null) {
      return terminal.charset();
    }
    if (name == null) {
      name = System.getProperty("native.encoding");
    }
    return name != null && Charset.isSupported(name)
        ? Charset.forName(name)
        : Charset.defaultCharset();
  }

  /** The terminal that input and output are connected to, or null where one of them is not. */
  @SuppressWarnings("SystemConsoleNull") // what it warns of is what isTerminal is asked for
  private static @Nullable Console terminal() {
    Console console = System.console();
    if (console == null) {
      return null;
    }
    try {
      // From Java 22 on there may be a console without a terminal, and only then this method.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console) ? console : null;
    } catch (ReflectiveOperationException e) {
      return console;
    }
  }

  String vertical() {
    return lines ? "│" : "|";
  }

  String horizontal() {
    return lines ? "─" : "-";
  }

  String crossing() {
    return lines ? "┼" : "+";
  }

  String microseconds() {
    return lines ? "µs" : "us";
  }

  String good(String text) {
    return coloured(GREEN, text);
  }

  String bad(String text) {
    return coloured(RED, text);
  }

  String bold(String text) {
    return coloured(BOLD, text);
  }

  String dim(String text) {
    return coloured(DIM, text);
  }

  private String coloured(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
