// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTest {

  @TempDir private Path groups;

  private static Path onlyGroupIn(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  @Test
  void limitsAGroupOfVersion2() throws IOException {
    Files.createFile(groups.resolve("cgroup.controllers"));
    Quota quota = Quota.in(groups, 1.5);

    Path group = onlyGroupIn(groups);
    assertThat(group.resolve("cpu.max")).hasContent("150000 100000");
    Files.writeString(group.resolve("cpu.stat"), "usage_usec 7\nnr_periods 9\nnr_throttled 4\n");
    assertThat(quota.throttledPeriods()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cpu,cpuacct"})
  void limitsAGroupOfVersion1(String controllers) throws IOException {
    Path parent = Files.createDirectory(groups.resolve(controllers));
    Files.createFile(parent.resolve("cpu.cfs_quota_us"));
    Quota.in(groups, 0.25);

    Path group = onlyGroupIn(parent);
    assertThat(group.resolve("cpu.cfs_period_us")).hasContent("100000");
    assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("25000");
  }

  @Test
  void startsAProgramInItsGroup() throws IOException {
    Files.createFile(groups.resolve("cgroup.controllers"));
    Quota quota = Quota.in(groups, 1);

    Stream<String> command = Stream.concat(quota.command().stream(), Stream.of("echo", "a  b"));
    assertThat(Program.run(command.toList()).text()).isEqualTo("a  b");
    assertThat(onlyGroupIn(groups).resolve("cgroup.procs")).content().matches("\\d+\\R");
  }

  @Test
  void saysWhyThereCanBeNone() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Quota.in(groups, 1))
        .withMessage(
            "load.cpus: %s has no group for processors; run as root on Linux, or leave the option"
                + " out",
            groups);

    Files.createDirectories(groups.resolve("cpu"));
    Files.createFile(groups.resolve("cpu/cpu.cfs_quota_us"));
    Files.createFile(groups.resolve("cgroup.controllers"));
    assertThat(groups.toFile().setWritable(false)).isTrue();
    // Root may write nevertheless.
    if (!Files.isWritable(groups)) {
      Quota.in(groups, 1);
      assertThat(onlyGroupIn(groups.resolve("cpu"))).exists();
    }
  }
}
