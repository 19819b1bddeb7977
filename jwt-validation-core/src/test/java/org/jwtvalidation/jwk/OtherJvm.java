// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jwtvalidation.Patience;

/** Another JVM, for tests of what is decided when a JVM starts. */
public final class OtherJvm {

  private OtherJvm() {}

  /** Runs {@code main}, which fails with an exception; its output goes to {@code folder}. */
  public static void run(Class<?> main, Path folder, String... options)
      throws IOException, InterruptedException {
    run(main, System.getProperty("java.class.path"), folder, options);
  }

  /** Like {@link #run}, without the JARs whose names begin with {@code left}. */
  public static void runWithout(String left, Class<?> main, Path folder)
      throws IOException, InterruptedException {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(left))
            .collect(Collectors.joining(File.pathSeparator));
    run(main, classPath, folder);
  }

  /**
   * Like {@link #run}, by all compilers, and without the agent of coverage, which changes classes.
   *
   * @return the output
   */
  public static String runAsShipped(Class<?> main, Path folder, String... options)
      throws IOException, InterruptedException {
    Duration patience = Patience.LONG.multipliedBy(10);
    return run(main, System.getProperty("java.class.path"), folder, patience, List.of(options));
  }

  private static void run(Class<?> main, String classPath, Path folder, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    all.addAll(coverageAgent());
    all.addAll(List.of(options));
    run(main, classPath, folder, Patience.LONG, all);
  }

  private static String run(
      Class<?> main, String classPath, Path folder, Duration patience, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main.getName()));
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)).as("in time").isTrue();
      String said = Files.readString(output);
      assertThat(process.exitValue()).as("%s", said).isZero();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The agent of JaCoCo, if this JVM has it, so that the other JVM counts as coverage. */
  private static List<String> coverageAgent() {
    // Without a name of its own, the session would look up the name of the machine, and thereby
    // initialize what a test may want to configure.
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-javaagent:") && argument.contains("jacoco"))
        .map(argument -> argument + ",sessionid=other")
        .toList();
  }
}
