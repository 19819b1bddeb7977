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
class ProcessorClockTest {

  @TempDir private Path system;

  private void file(String name, String text) throws IOException {
    Path file = system.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private ProcessorClock clock() {
    return ProcessorClock.in(system, system);
  }

  @Test
  void readsBoostOfIntel() throws IOException {
    file("intel_pstate/no_turbo", "0");
    assertThat(clock().boost()).isEqualTo("on");
    file("intel_pstate/no_turbo", "1");
    assertThat(clock().boost()).isEqualTo("off");
  }

  @Test
  void readsBoostOfOtherDrivers() throws IOException {
    file("cpufreq/boost", "1");
    assertThat(clock().boost()).isEqualTo("on");
    file("cpufreq/boost", "0");
    assertThat(clock().boost()).isEqualTo("off");
  }

  @Test
  void readsGovernorAndFrequency() throws IOException {
    file("cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2099.998\nprocessor\t: 1\ncpu MHz\t\t: 800.0");
    assertThat(clock()).isEqualTo(new ProcessorClock("unreadable", "unreadable", "2100 MHz"));

    file("cpu0/cpufreq/scaling_governor", "performance");
    file("cpu0/cpufreq/scaling_cur_freq", "3400123");
    assertThat(clock()).isEqualTo(new ProcessorClock("unreadable", "performance", "3400 MHz"));
  }

  @Test
  void knowsNothingOfOtherSystems() {
    assertThat(clock()).isEqualTo(new ProcessorClock("unreadable", "unreadable", "unreadable"));
  }
}
