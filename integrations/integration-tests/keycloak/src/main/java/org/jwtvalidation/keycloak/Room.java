// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keycloak;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the machine has left for a server.
 *
 * @param disk free megabytes where the server's files go
 * @param memory megabytes that a new process could have
 */
record Room(long disk, long memory) {

  static final long DISK_NEEDED = 1000;
  static final long MEMORY_NEEDED = 1000;

  private static final long MEGABYTE = 1_000_000;
  private static final Path MEMORY_OF_LINUX = Path.of("/proc/meminfo");
  private static final Pattern AVAILABLE =
      Pattern.compile("^MemAvailable: +(\\d+) kB$", Pattern.MULTILINE);

  /** What there is for files in {@code folder}, which exists. */
  static Room in(Path folder) throws IOException {
    return new Room(Files.getFileStore(folder).getUsableSpace() / MEGABYTE, availableMemory());
  }

  /**
   * Linux calls memory free only when not even a file is cached in it, so its own estimate counts;
   * a container has no more than its limit, whatever the machine has.
   */
  private static long availableMemory() throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long limit = system.getTotalMemorySize() / MEGABYTE;
    if (!Files.isReadable(MEMORY_OF_LINUX)) {
      return limit;
    }
    Matcher available = AVAILABLE.matcher(Files.readString(MEMORY_OF_LINUX));
    return available.find() ? Math.min(limit, Long.parseLong(available.group(1)) / 1000) : limit;
  }

  /**
   * Checks that it is enough for Keycloak.
   *
   * @throws IllegalStateException if it is not
   */
  void check(Path folder) {
    if (disk < DISK_NEEDED) {
      throw new IllegalStateException(
          ("Keycloak needs %d MB of disk space in %s, which has %d MB; "
                  + "make room there, or build elsewhere")
              .formatted(DISK_NEEDED, folder, disk));
    }
    if (memory < MEMORY_NEEDED) {
      throw new IllegalStateException(
          ("Keycloak needs %d MB of memory, and %d MB are available; "
                  + "end other programs, or give this machine or container more")
              .formatted(MEMORY_NEEDED, memory));
    }
  }
}
