package org.jwtvalidation.internal.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
    assertThat(List.of(spares.take(), spares.take())).containsExactlyInAnyOrder(first, second);
    assertThat(spares.take()).isNotIn(first, second);
  }

  @Test
  void keepsAsManyAsItWasTold() {
    List<AtomicBoolean> taken = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      taken.add(spares.take());
    }
    taken.forEach(spares::giveBack);
    List<AtomicBoolean> again = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      again.add(spares.take());
    }
    again.retainAll(taken);
    assertThat(again).hasSize(4).doesNotHaveDuplicates();
    assertThat(made).hasValue(8);
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
      for (Future<Boolean> alone :
          threads.invokeAll(Collections.nCopies(8, task), 60, TimeUnit.SECONDS)) {
        assertThat(alone.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
