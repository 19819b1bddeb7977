// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jwtvalidation.benchmark.run.ControlGroups;

/**
 * A share of the processors for one service, as a container has it, by a control group of Linux
 * (cgroups(7)), of version 2 or 1.
 */
final class Quota implements AutoCloseable {

  /** Which container runtimes have, too. */
  private static final long PERIOD_MICROS = 100_000;

  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Path group;

  private Quota(Path group) {
    this.group = group;
  }

  /**
   * Makes a group.
   *
   * @param processors how many it may use, in decimals
   * @throws IllegalArgumentException if this process may not make one
   */
  static Quota of(double processors) {
    return in(GROUPS, processors);
  }

  static Quota in(Path groups, double processors) {
    long quota = Math.round(processors * PERIOD_MICROS);
    String name =
        "jwt-validation-" + ProcessHandle.current().pid() + "-" + NUMBER.getAndIncrement();
    String problem = groups + " has no group for processors";
    for (Path parent : List.of(groups, groups.resolve("cpu"), groups.resolve("cpu,cpuacct"))) {
      boolean isUnified = Files.exists(parent.resolve("cgroup.controllers"));
      if (!isUnified && !Files.exists(parent.resolve("cpu.cfs_quota_us"))) {
        continue;
      }
      Path group = parent.resolve(name);
      try {
        Files.createDirectory(group);
        if (isUnified) {
          Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
          Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
          Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
        }
        return new Quota(group);
      } catch (IOException e) {
        problem = "no quota can be written: " + e;
        group.toFile().delete();
      }
    }
    throw new IllegalArgumentException(
        "load.cpus: " + problem + "; run as root on Linux, or leave the option out");
  }

  /** What starts a program in this group; the program and its arguments follow. */
  List<String> command() {
    return List.of("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group.toString());
  }

  /** In how many periods the group had used up its share. */
  long throttledPeriods() {
    return new ControlGroups(List.of(group)).throttled().orElse(0);
  }

  /** Removes the group, whose programs have ended. */
  @Override
  public void close() {
    group.toFile().delete();
  }
}
