// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jwtvalidation.benchmark.report.Disturbance;
import org.jwtvalidation.benchmark.report.Report;

/** The environment of a run, without which its numbers mean nothing: {@code environment.json}. */
public final class Environment {

  private static final String UNKNOWN = "unknown";

  /** Written by the build: {@code group:artifact:version}, one a line. */
  private static final String DEPENDENCIES = "/META-INF/benchmark-dependencies.txt";

  private final Path file;
  private final Map<String, Object> facts;
  private final MachineUse before;
  private final ProcessorUse start;

  private Environment(Path file, Map<String, Object> facts, MachineUse before, ProcessorUse start) {
    this.file = file;
    this.facts = facts;
    this.before = before;
    this.start = start;
  }

  /**
   * Writes machine, JVM, versions and options, and what other programs do before the run. Takes a
   * second.
   *
   * @param folder the folder of the results
   * @param quick whether the run shows only that the benchmarks work
   * @param given the options as they were given
   * @return the environment of a run that begins now
   * @throws IOException if it cannot be written
   */
  public static Environment write(Path folder, boolean quick, Map<String, String> given)
      throws IOException {
    Map<String, Object> facts = facts(quick, given);
    // Only now: git and the JVM that tells its flags are no other programs.
    ProcessorUse earlier = ProcessorUse.now();
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    MachineUse before = MachineUse.since(earlier);
    Map<String, Object> load = new LinkedHashMap<>();
    load.put("loadAverage", SystemFile.fact(Path.of("/proc/loadavg")).split(" ", 2)[0]);
    load.put(Disturbance.OTHER_PROGRAMS, percent(before.percentOfOthers()));
    facts.put(Disturbance.BEFORE, load);
    Environment environment =
        new Environment(folder.resolve("environment.json"), facts, before, ProcessorUse.now());
    environment.writeUse();
    return environment;
  }

  /**
   * Writes it again with what the machine has done since the run began. Programs that the run has
   * started must have ended, or they count as others.
   *
   * @throws IOException if it cannot be written
   */
  public void writeUse() throws IOException {
    ProcessorUse now = ProcessorUse.now();
    Map<String, Object> use = new LinkedHashMap<>();
    use.put(Disturbance.OTHER_PROGRAMS, percent(now.percentOfOthersSince(start, Duration.ZERO)));
    use.put("stealPercent", percent(now.percentStolenSince(start)));
    use.put(
        Disturbance.THROTTLED,
        ControlGroups.own().throttled().isPresent()
            ? now.throttled() - start.throttled()
            : SystemFile.UNREADABLE);
    facts.put(Disturbance.DURING, use);
    ResultFile.write(file, facts);
  }

  /**
   * Writes it again as {@link #writeUse} does, with how much of the run is done.
   *
   * @param measured how many measurements were made, in JVMs or turns
   * @param planned how many there are to be
   * @throws IOException if it cannot be written
   */
  public void writeProgress(int measured, int planned) throws IOException {
    facts.put(Report.MEASURED, measured);
    facts.put(Report.PLANNED, planned);
    writeUse();
  }

  /**
   * Says so if other programs have much of the machine, before the time of a run is spent.
   *
   * @param console where to say it
   * @param remedy a further line; may be empty
   */
  public void warnIfBusy(PrintStream console, String remedy) {
    if (before.isDisturbed()) {
      console.printf(
          Locale.ROOT,
          "MACHINE BUSY: other programs have %.0f %% of its processors. Rows that are measured"
              + " beside them are marked, and no ratio is drawn from them.%n%s",
          before.percent(),
          remedy);
    }
  }

  /**
   * Adds what is known later. It is written with the next {@link #writeUse}.
   *
   * @param name the name of the fact
   * @param value a text, a number, or a map of these
   */
  public void add(String name, Object value) {
    facts.put(name, value);
  }

  private static Object percent(OptionalDouble percent) {
    return percent.isPresent()
        ? Math.round(10 * percent.getAsDouble()) / 10.0
        : SystemFile.UNREADABLE;
  }

  private static Map<String, Object> facts(boolean quick, Map<String, String> given) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("commit", git("rev-parse", "HEAD"));
    String changes = git("status", "--porcelain");
    facts.put("dirty", changes.equals(UNKNOWN) ? UNKNOWN : !changes.isEmpty());
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
    facts.put("cpu", SystemFile.value(Path.of("/proc/cpuinfo"), "model name"));
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("processors", ProcessorUse.allowed());
    ProcessorClock clock = ProcessorClock.in(Path.of("/proc"), Path.of("/sys/devices/system/cpu"));
    facts.put("boost", clock.boost());
    facts.put("governor", clock.governor());
    facts.put("frequency", clock.frequency());
    facts.put("quota", ControlGroups.own().quota());
    facts.put("intrinsics", Intrinsics.ofThisJdk());
    facts.put("memory", inGibibytes(SystemFile.value(Path.of("/proc/meminfo"), "MemTotal")));
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
