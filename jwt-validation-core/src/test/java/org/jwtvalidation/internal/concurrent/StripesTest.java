// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

class StripesTest {

  private final Stripes stripes = new Stripes(3);

  @Test
  void makesAStripeWhenItIsNeeded() {
    assertThat(stripes.find(0)).isNull();
    assertThat(stripes.all()).isEmpty();

    AtomicLongArray first = stripes.get(0);
    AtomicLongArray second = stripes.get(1);

    assertThat(stripes.get(0)).isSameAs(first);
    assertThat(stripes.find(0)).isSameAs(first);
    assertThat(stripes.all()).containsExactly(first, second);
  }

  /** A line of a processor's cache has 64 octets, and processors read two at once. */
  @Test
  void keepsStripesApartInMemory() {
    assertThat(stripes.get(0).length()).isEqualTo(32);
    assertThat(new Stripes(100).get(0).length()).isEqualTo(100);
  }

  /** Otherwise, all threads would write to the same octets of memory. */
  @Test
  void spreadsThreadsOverStripes() throws InterruptedException {
    Set<Integer> found = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 100; i++) {
      Thread thread = new Thread(() -> found.add(Stripes.indexOfThisThread()));
      thread.start();
      thread.join();
    }

    assertThat(found).hasSizeGreaterThan(1);
  }
}
