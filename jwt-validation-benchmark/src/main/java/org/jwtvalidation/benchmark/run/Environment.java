// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The environment of a run, without which its numbers mean nothing. */
public final class Environment {

  private static final String UNKNOWN = "unknown";

  /** Written by the build: {@code group:artifact:version}, one a line. */
  private static final String DEPENDENCIES = "/META-INF/benchmark-dependencies.txt";

  private Environment() {}

  /**
   * Describes machine, JVM, versions and options.
   *
   * @param quick whether the run shows only that the benchmarks work
   * @param given the options as they were given
   * @return the description, ready to be written as JSON
   */
  public static Map<String, Object> describe(boolean quick, Map<String, String> given) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("commit", git("rev-parse", "HEAD"));
    facts.put("dirty", !git("status", "--porcelain").isEmpty());
    facts.put("jdk", System.getProperty("java.vendor") + " " + Runtime.version());
    facts.put("vm", System.getProperty("java.vm.name"));
    facts.put("jvmFlags", String.join(" ", jvmFlags()));
    facts.put(
        "os",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    facts.put("cpu", firstValue(Path.of("/proc/cpuinfo"), "model name"));
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("memory", inGibibytes(firstValue(Path.of("/proc/meminfo"), "MemTotal")));
    facts.put("quick", quick);
    facts.put("options", new TreeMap<>(given));
    facts.put("dependencies", dependencies());
    return facts;
  }

  /** The output of a git command; {@value #UNKNOWN} without git or a repository. */
  private static String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      git.getOutputStream().close();
      String printed = new String(git.getInputStream().readAllBytes(), UTF_8).trim();
      return git.waitFor() == 0 ? printed : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  private static String inGibibytes(String memory) {
    return memory.endsWith(" kB")
        ? (Long.parseLong(memory.replace(" kB", "")) >> 20) + " GiB"
        : memory;
  }

  /** The value of the first line {@code name: value} of a file that exists on Linux alone. */
  private static String firstValue(Path file, String name) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException | UncheckedIOException e) {
      return UNKNOWN;
    }
  }

  /** The versions by artifact, as the build resolved them. */
  private static Map<String, String> dependencies() {
    Map<String, String> versions = new TreeMap<>();
    try (InputStream list = Environment.class.getResourceAsStream(DEPENDENCIES)) {
      if (list != null) {
        new String(list.readAllBytes(), UTF_8)
            .lines()
            .map(String::trim)
            .filter(line -> line.contains(":"))
            .forEach(line ->
                versions.put(
                    line.substring(0, line.lastIndexOf(':')),
                    line.substring(line.lastIndexOf(':') + 1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }

  /** The flags of this JVM without the options of the run. */
  static List<String> jvmFlags() {
    return GivenOptions.without(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
