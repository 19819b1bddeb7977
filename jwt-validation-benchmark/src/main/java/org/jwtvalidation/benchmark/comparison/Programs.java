// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.comparison;

import static java.util.stream.Collectors.toCollection;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The programs of a run, native code and JVMs, and which of them are missing. */
final class Programs {

  private static final String JAVA_PROGRAM = "org.jwtvalidation.benchmark.nativecode.NativeProgram";

  /** Only one JVM measures it: it is no part of the JDK. */
  private static final String OF_ONE_JVM = "bouncycastle";

  private final Path input;
  private final Path log;
  private final PrintStream console;
  private final List<Program> programs = new ArrayList<>();
  private final Map<String, Long> secondsToBuild = new LinkedHashMap<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  Programs(Path input, Path log, PrintStream console) {
    this.input = input;
    this.log = log;
    this.console = console;
  }

  /** Builds what has not been built, which for OpenSSL takes minutes. */
  void build(Path sources) throws InterruptedException {
    for (ProgramSource source : ProgramSource.values()) {
      String label = source.name().toLowerCase(Locale.ROOT);
      console.print("Building " + label + " ");
      console.flush();
      boolean before = source.isBuilt(sources);
      long begin = System.nanoTime();
      try {
        Path product = source.build(sources, log);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        if (!before) {
          secondsToBuild.put(label, seconds);
        }
        add(label, List.of(product.toString()), null);
        console.println(seconds + " s");
      } catch (ProgramException e) {
        console.println(e.outcome());
        source.libraries().forEach(library -> missing.put(library, e.outcome()));
      }
    }
  }

  /** Adds this library, the JDK and BouncyCastle on a JDK. */
  void addJava(int release, Path home) throws InterruptedException {
    List<String> command =
        List.of(
            home.resolve("bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            JAVA_PROGRAM);
    try {
      add("java-" + release, command, release);
    } catch (ProgramException e) {
      missing.put("java-" + release, e.outcome());
    }
  }

  private void add(String label, List<String> command, @Nullable Integer jdk)
      throws ProgramException, InterruptedException {
    Program program = Program.of(label, command, jdk, input, log);
    Map<List<String>, Set<String>> absent = new LinkedHashMap<>();
    for (String line : program.absent()) {
      String[] words = line.split(" ", 5);
      if (words.length < 5) {
        throw ProgramException.failed("\"absent " + line + "\" is no answer to list");
      }
      String library = words[2] + " " + words[3] + (jdk == null ? "" : " on Java " + jdk);
      absent.computeIfAbsent(List.of(library, words[4]), any -> new TreeSet<>()).add(words[1]);
    }
    programs.add(program);
    absent.forEach((library, algorithms) ->
        missing.put(
            library.get(0) + " with " + String.join(", ", algorithms),
            "absent: " + library.get(1)));
  }

  /** Why which of them cannot be measured, by their names. */
  Map<String, String> missing() {
    return missing;
  }

  /** What they are: resolved versions, and how they were compiled. */
  Map<String, Object> described() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (Program program : programs) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("libraries", String.join(", ", program.links()));
      facts.put("flags", program.flags());
      Long seconds = secondsToBuild.get(program.label());
      if (seconds != null) {
        facts.put("secondsToBuild", seconds);
      }
      all.put(program.label(), facts);
    }
    return all;
  }

  /**
   * The tables, in each of which all measure the same tokens.
   *
   * @param chosen takes names of algorithm and regime
   */
  List<Table> tables(Predicate<String> chosen, Effort effort, Processor processor) {
    Set<String> sets =
        programs.stream()
            .flatMap(program -> program.measurements().stream())
            .map(measurement -> measurement.split(" ", -1))
            .map(words -> words[1] + " " + words[0])
            .filter(chosen)
            .collect(toCollection(LinkedHashSet::new));
    return sets.stream()
        .map(set -> {
          String[] words = set.split(" ", -1);
          return new Table(
              words[1], words[0], entrants(words[1] + " " + words[0] + " "), effort, processor);
        })
        .toList();
  }

  private List<Entrant> entrants(String set) {
    Integer newest =
        programs.stream()
            .map(Program::jdk)
            .filter(jdk -> jdk != null)
            .max(Integer::compare)
            .orElse(null);
    List<Entrant> entrants = new ArrayList<>();
    for (Program program : programs) {
      for (String measurement : program.measurements()) {
        boolean isOfOther =
            measurement.endsWith(OF_ONE_JVM) && !Objects.equals(program.jdk(), newest);
        if (measurement.startsWith(set) && !isOfOther) {
          entrants.add(new Entrant(program, measurement));
        }
      }
    }
    return List.copyOf(entrants);
  }
}
