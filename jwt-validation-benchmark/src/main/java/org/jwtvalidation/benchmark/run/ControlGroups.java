// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The control groups of Linux that share out processors to a process (cgroups(7), version 1 or 2).
 *
 * @param folders of its own group and of those around it, as far as they can be seen
 */
public record ControlGroups(List<Path> folders) {

  private static final Pattern THROTTLED = Pattern.compile("(?m)^nr_throttled (\\d+)$");

  /** Microseconds in a period; without a quota, the first is "max" or -1. */
  private static final Pattern QUOTA = Pattern.compile("^(\\d+) (\\d+)$");

  private static final String COUNTERS = "cpu.stat";

  static ControlGroups own() {
    return in(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  static ControlGroups in(Path proc, Path mount) {
    Set<Path> folders = new LinkedHashSet<>();
    // number:controllers:/path; version 2 names no controllers.
    for (String line : SystemFile.text(proc.resolve("self/cgroup")).split("\n", -1)) {
      String[] group = line.split(":", 3);
      if (group.length == 3 && group[1].isEmpty()) {
        addAll(mount, group[2], folders);
      } else if (group.length == 3 && List.of(group[1].split(",", -1)).contains("cpu")) {
        addAll(mount.resolve("cpu"), group[2], folders);
      }
    }
    // A container may see its own group as the root, although the path is that of its host.
    folders.add(mount.resolve("cpu"));
    folders.add(mount);
    folders.removeIf(folder -> !Files.isReadable(folder.resolve(COUNTERS)));
    return new ControlGroups(List.copyOf(folders));
  }

  private static void addAll(Path root, String path, Set<Path> folders) {
    @Nullable Path folder = root.resolve(path.substring(1)).normalize();
    for (; folder != null && folder.startsWith(root); folder = folder.getParent()) {
      folders.add(folder);
    }
  }

  /** The least quota of processors, which is the one that counts. */
  String quota() {
    if (folders.isEmpty()) {
      return SystemFile.UNREADABLE;
    }
    OptionalDouble least =
        folders.stream()
            .flatMap(folder -> QUOTA.matcher(quota(folder)).results())
            .mapToDouble(
                quota -> Double.parseDouble(quota.group(1)) / Double.parseDouble(quota.group(2)))
            .min();
    return least.isPresent()
        ? String.format(Locale.ROOT, "%.2f processors", least.getAsDouble())
        : "none";
  }

  private static String quota(Path folder) {
    String quota = SystemFile.text(folder.resolve("cpu.max"));
    return quota.isEmpty()
        ? SystemFile.text(folder.resolve("cpu.cfs_quota_us"))
            + " "
            + SystemFile.text(folder.resolve("cpu.cfs_period_us"))
        : quota;
  }

  /** {@return in how many periods a quota was used up; empty where that is not counted} */
  public OptionalLong throttled() {
    List<Long> counts =
        folders.stream()
            .flatMap(
                folder -> THROTTLED.matcher(SystemFile.text(folder.resolve(COUNTERS))).results())
            .map(count -> Long.valueOf(count.group(1)))
            .toList();
    return counts.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(counts.stream().mapToLong(Long::longValue).sum());
  }
}
