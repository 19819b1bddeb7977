// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SparesTest {

  private final AtomicInteger made = new AtomicInteger();
  private final Spares<AtomicBoolean> spares =
      new Spares<>(
          () -> {
            made.incrementAndGet();
            return new AtomicBoolean();
          },
          4);

  @Test
  void givesTheSameObjectAgain() {
    AtomicBoolean first = spares.take();
    spares.giveBack(first);
    assertThat(spares.take()).isSameAs(first);
    assertThat(made).hasValue(1);
  }

  @Test
  void neverGivesOneObjectTwice() {
    AtomicBoolean first = spares.take();
    AtomicBoolean second = spares.take();
    assertThat(second).isNotSameAs(first);
    spares.giveBack(first);
    spares.giveBack(second);
    AtomicBoolean third = spares.take();
    assertThat(third).isIn(first, second);
    assertThat(spares.take()).isNotSameAs(third);
  }

  /** As many threads after one another as there are places, and one more. */
  @Test
  void keepsAsManyAsItWasTold() throws Exception {
    Set<Long> places = new HashSet<>();
    while (places.size() < 4) {
      Thread thread = new Thread(() -> spares.giveBack(spares.take()));
      places.add(thread.getId() % 4);
      thread.start();
      thread.join();
    }
    assertThat(made).hasValue(4);
    Thread last = new Thread(() -> spares.giveBack(spares.take()));
    last.start();
    last.join();
    assertThat(made).hasValue(4);
  }

  @Test
  void givesEachObjectToOneThreadAtATime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Callable<Boolean> task =
          () -> {
            boolean alone = true;
            for (int i = 0; i < 20_000; i++) {
              AtomicBoolean inUse = spares.take();
              alone &= inUse.compareAndSet(false, true);
              inUse.set(false);
              spares.giveBack(inUse);
            }
            return alone;
          };
      for (Future<Boolean> alone : threads.invokeAll(Collections.nCopies(8, task))) {
        assertThat(alone.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
