package org.jwtvalidation.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedExecutorTest {

  /** Threads that a test lets run. */
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private final List<String> log = new ArrayList<>();
  private final BoundedExecutor executor = new BoundedExecutor(threads::add, 1, 2);

  @Test
  void runsTasksInOrderOnOneThread() {
    assertThat(executor.execute(() -> log.add("first"))).isTrue();
    assertThat(executor.execute(() -> log.add("second"))).isTrue();
    assertThat(threads).hasSize(1);
    threads.remove().run();
    assertThat(log).containsExactly("first", "second");

    assertThat(executor.execute(() -> log.add("third"))).isTrue();
    assertThat(threads).as("the first one has ended").hasSize(1);
    threads.remove().run();
    assertThat(log).hasSize(3);
  }

  @Test
  void runsTasksThatATaskAdds() {
    executor.execute(() -> {
      executor.execute(() -> log.add("inner"));
      log.add("outer");
    });
    threads.remove().run();
    assertThat(log).containsExactly("outer", "inner");
  }

  @Test
  void refusesTasksBeyondItsCapacity() {
    executor.execute(() -> {
      assertThat(executor.execute(() -> log.add("first"))).isTrue();
      assertThat(executor.execute(() -> log.add("second"))).isTrue();
      assertThat(executor.execute(() -> log.add("third"))).isFalse();
      log.add("running");
    });
    threads.remove().run();
    assertThat(log).containsExactly("running", "first", "second");
    assertThat(executor.execute(() -> log.add("later"))).isTrue();
  }

  @Test
  void survivesTasksThatFail() {
    executor.execute(() -> {
      throw new IllegalStateException("failed");
    });
    executor.execute(() -> {
      throw new StackOverflowError("failed");
    });
    threads.add(() -> {});
    threads.remove().run();
    executor.execute(() -> log.add("next"));
    threads.forEach(Runnable::run);
    assertThat(log).containsExactly("next");
  }

  @Test
  void survivesLackOfThreads() {
    AtomicInteger refusals = new AtomicInteger(2);
    BoundedExecutor starved =
        new BoundedExecutor(
            work -> {
              switch (refusals.getAndDecrement()) {
                case 2 -> throw new OutOfMemoryError("unable to create native thread");
                case 1 -> throw new RejectedExecutionException();
                default -> work.run();
              }
            },
            1,
            2);
    assertThat(starved.execute(() -> log.add("first"))).isFalse();
    assertThat(starved.execute(() -> log.add("second"))).isFalse();
    assertThat(starved.execute(() -> log.add("third"))).isTrue();
    assertThat(log).containsExactly("third");
  }

  @Test
  void borrowsNoMoreThreadsThanItMay() {
    BoundedExecutor two = new BoundedExecutor(threads::add, 2, 1);
    assertThat(two.execute(() -> log.add("first"))).isTrue();
    assertThat(two.execute(() -> log.add("second"))).isTrue();
    assertThat(two.execute(() -> log.add("third"))).as("beyond the capacity").isFalse();
    assertThat(threads).hasSize(2);
    threads.remove().run();
    assertThat(log).containsExactly("first", "second");
    assertThat(two.execute(() -> log.add("fourth"))).isTrue();
    threads.remove().run();
    assertThat(log).endsWith("fourth");
  }

  @Test
  void leavesTaskToOtherThreadsIfNoneCanBeStartedForIt() {
    BoundedExecutor starved =
        new BoundedExecutor(
            work -> {
              if (!threads.isEmpty()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              threads.add(work);
            },
            2,
            2);
    assertThat(starved.execute(() -> log.add("first"))).isTrue();
    assertThat(starved.execute(() -> log.add("second"))).isTrue();
    threads.remove().run();
    assertThat(log).containsExactly("first", "second");
  }

  @Test
  void losesNoTaskOfManyThreads() throws InterruptedException {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      BoundedExecutor shared = new BoundedExecutor(pool, 1, Integer.MAX_VALUE);
      AtomicInteger running = new AtomicInteger();
      AtomicInteger overlaps = new AtomicInteger();
      CountDownLatch done = new CountDownLatch(4_000);
      for (int thread = 0; thread < 4; thread++) {
        pool.execute(() -> {
          for (int i = 0; i < 1_000; i++) {
            shared.execute(() -> {
              overlaps.addAndGet(running.getAndIncrement());
              running.decrementAndGet();
              done.countDown();
            });
          }
        });
      }
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(overlaps).hasValue(0);
    } finally {
      pool.shutdownNow();
    }
  }
}
