// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentNamesTest {

  @Test
  void remembersTheLatestForAWhile() {
    long[] now = {Long.MAX_VALUE - 5};
    RecentNames names = new RecentNames(2, 10, () -> now[0]);
    names.add("a");
    names.add("b");
    names.add("a");
    names.add("c");
    assertThat(names.contains("a")).isTrue();
    assertThat(names.contains("b")).isFalse();
    assertThat(names.contains("c")).isTrue();
    names.removeAll(List.of("b", "c"));
    assertThat(names.contains("c")).isFalse();
    now[0] += 9;
    assertThat(names.nanosLeft("a")).isEqualTo(1);
    now[0] += 1;
    assertThat(names.contains("a")).isFalse();
    now[0] += 1;
    assertThat(names.nanosLeft("a")).isZero();
  }
}
