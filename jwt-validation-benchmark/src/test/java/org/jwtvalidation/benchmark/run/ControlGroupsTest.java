// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk-independent")
class ControlGroupsTest {

  @TempDir private Path system;

  private void file(String name, String text) throws IOException {
    Path file = system.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private ControlGroups groups() {
    return ControlGroups.in(system.resolve("proc"), system.resolve("cgroup"));
  }

  @Test
  void readsVersion2OfItsOwnGroupAndThoseAroundIt() throws IOException {
    file("proc/self/cgroup", "0::/user/job");
    file("cgroup/cpu.stat", "usage_usec 5");
    file("cgroup/user/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 2");
    file("cgroup/user/cpu.max", "400000 100000");
    file("cgroup/user/job/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 7");
    file("cgroup/user/job/cpu.max", "150000 100000");

    assertThat(groups().quota()).isEqualTo("1.50 processors");
    assertThat(groups().throttled()).hasValue(9);

    file("cgroup/user/job/cpu.max", "max 100000");
    assertThat(groups().quota()).isEqualTo("4.00 processors");
    file("cgroup/user/cpu.max", "max 100000");
    assertThat(groups().quota()).isEqualTo("none");
  }

  @Test
  void readsTheRootInAContainerThatSeesThePathOfItsHost() throws IOException {
    file("proc/self/cgroup", "0::/../system/container");
    file("cgroup/cpu.stat", "nr_throttled 3");
    file("cgroup/cpu.max", "50000 100000");

    assertThat(groups().quota()).isEqualTo("0.50 processors");
    assertThat(groups().throttled()).hasValue(3);
  }

  @Test
  void readsVersion1() throws IOException {
    file("proc/self/cgroup", "4:memory:/other\n3:cpu,cpuacct:/job\n0::/unified");
    file("cgroup/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0");
    file("cgroup/cpu/cpu.cfs_quota_us", "-1");
    file("cgroup/cpu/cpu.cfs_period_us", "100000");
    assertThat(groups().quota()).isEqualTo("none");

    file("cgroup/cpu/job/cpu.stat", "nr_periods 9\nnr_throttled 4\nthrottled_time 8");
    file("cgroup/cpu/job/cpu.cfs_quota_us", "250000");
    file("cgroup/cpu/job/cpu.cfs_period_us", "100000");
    assertThat(groups().quota()).isEqualTo("2.50 processors");
    assertThat(groups().throttled()).hasValue(4);
  }

  @Test
  void knowsNothingOfOtherSystems() {
    assertThat(groups().quota()).isEqualTo("unreadable");
    assertThat(groups().throttled()).isEmpty();
  }
}
