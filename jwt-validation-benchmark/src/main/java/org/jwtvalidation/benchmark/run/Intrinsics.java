// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which parts of cryptography the JVM has as machine code of its own. */
final class Intrinsics {

  private static final List<String> OPTIONS =
      List.of(
          "UseSHA256Intrinsics",
          "UseSHA512Intrinsics",
          "UseMontgomeryMultiplyIntrinsic",
          "UseMontgomerySquareIntrinsic",
          "UseMultiplyToLenIntrinsic",
          "UsePoly1305Intrinsics",
          "UseBASE64Intrinsics",
          "UseIntPolyIntrinsics",
          "UseAESIntrinsics",
          "UseAVX");

  private static final int MOST_SECONDS = 10;

  private Intrinsics() {}

  /**
   * The options of the JDK that measures, with the flags that the measured JVMs inherit. Another
   * JVM tells them, because a JVM hides those that are for diagnosis unless it was started to show
   * them.
   */
  static Map<String, String> ofThisJdk() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Not the others, such as agents and ports.
    Environment.jvmFlags().stream().filter(flag -> flag.startsWith("-XX:")).forEach(command::add);
    command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintFlagsFinal", "-version"));
    return among(output(command));
  }

  /** The options in what a JVM prints. */
  static Map<String, String> among(String flags) {
    Map<String, String> values = new TreeMap<>();
    for (String option : OPTIONS) {
      Matcher line = Pattern.compile("(?m)\\s" + option + "\\s+:?=\\s+(\\S+)").matcher(flags);
      values.put(option, line.find() ? line.group(1) : SystemFile.UNREADABLE);
    }
    return values;
  }

  private static String output(List<String> command) {
    try {
      Path printed = Files.createTempFile("flags", ".txt");
      try {
        Process jvm =
            new ProcessBuilder(command)
                .redirectOutput(printed.toFile())
                .redirectError(Redirect.DISCARD)
                .start();
        if (!jvm.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
          jvm.destroyForcibly();
        }
        return SystemFile.text(printed);
      } finally {
        Files.delete(printed);
      }
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
