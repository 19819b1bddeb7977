// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.TokenValidator;

/** The testkit of users who do not test with JUnit, in a JVM of its own. */
@Timeout(300)
class WithoutJUnitTest {

  private static final String LIBRARIES =
      Stream.of(TestIssuer.class, TokenValidator.class, Caffeine.class)
          .map(WithoutJUnitTest::path)
          .collect(joining(File.pathSeparator));

  /** Issues and validates a token, and prints its subject; fails where there is JUnit. */
  static final class Program {

    public static void main(String[] arguments) {
      if (Stream.of(arguments).anyMatch(Program::exists)) {
        throw new IllegalStateException("has JUnit");
      }
      try (TestIssuer issuer = TestIssuer.start();
          TokenValidator validator = issuer.validator().build()) {
        System.out.print(validator.validate(issuer.token().subject("jo").compact()).subject());
      }
    }

    private static boolean exists(String className) {
      try {
        Class.forName(className);
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  }

  private static String path(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void worksOnTheClassPath() throws Exception {
    String classPath = LIBRARIES + File.pathSeparator + path(Program.class);
    assertThat(output("-cp", classPath, Program.class.getName())).isEqualTo("jo");
  }

  @Test
  void worksOnTheModulePath() throws Exception {
    String module = TestIssuer.class.getPackageName();
    assertThat(
            output(
                "--module-path",
                LIBRARIES,
                "--patch-module",
                module + "=" + path(Program.class),
                "--module",
                module + "/" + Program.class.getName()))
        .isEqualTo("jo");
  }

  private static String output(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It runs for a moment only.
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of(arguments));
    command.add(Test.class.getName());
    Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = program.getInputStream()) {
      return new String(output.readAllBytes(), UTF_8);
    } finally {
      program.destroy();
    }
  }
}
