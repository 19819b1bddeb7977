// SPDX-License-Identifier: Apache-2.0
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

@Timeout(300)
class BoundedExecutorTest {

  /** Threads that a test lets run. */
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private final List<String> log = new ArrayList<>();
  private final BoundedExecutor executor = new BoundedExecutor(threads::add, 1, 2);

  /** Adds {@code name} to the log, and {@code name} with a minus sign if it is refused. */
  private void execute(BoundedExecutor where, String name) {
    where.execute(() -> log.add(name), () -> log.add("-" + name));
  }

  private void execute(String name) {
    execute(executor, name);
  }

  private static void unexpected() {
    throw new AssertionError("refused");
  }

  @Test
  void runsTasksInOrderOnOneThread() {
    execute("first");
    execute("second");
    assertThat(threads).hasSize(1);
    threads.remove().run();
    assertThat(log).containsExactly("first", "second");

    execute("third");
    assertThat(threads).as("the first one has ended").hasSize(1);
    threads.remove().run();
    assertThat(log).containsExactly("first", "second", "third");
  }

  @Test
  void runsTasksThatATaskAdds() {
    executor.execute(
        () -> {
          execute("inner");
          log.add("outer");
        },
        BoundedExecutorTest::unexpected);
    threads.remove().run();
    assertThat(log).containsExactly("outer", "inner");
  }

  @Test
  void refusesTasksBeyondItsCapacity() {
    executor.execute(
        () -> {
          execute("first");
          execute("second");
          execute("third");
          log.add("running");
        },
        BoundedExecutorTest::unexpected);
    threads.remove().run();
    assertThat(log).containsExactly("-third", "running", "first", "second");
    execute("later");
    threads.remove().run();
    assertThat(log).endsWith("later");
  }

  @Test
  void leavesTheInterruptOfATaskToNoOther() {
    BoundedExecutor roomy = new BoundedExecutor(threads::add, 1, 3);
    List<Boolean> interrupted = new ArrayList<>();
    Runnable task =
        () -> {
          interrupted.add(Thread.currentThread().isInterrupted());
          Thread.currentThread().interrupt();
        };
    roomy.execute(task, BoundedExecutorTest::unexpected);
    roomy.execute(
        () -> {
          task.run();
          throw new IllegalStateException("failed");
        },
        BoundedExecutorTest::unexpected);
    roomy.execute(task, BoundedExecutorTest::unexpected);
    try {
      threads.remove().run();
      assertThat(interrupted).containsExactly(false, false, false);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void keepsTheInterruptOfACallerThatIsRefused() {
    BoundedExecutor threadless =
        new BoundedExecutor(
            run -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            1,
            2);
    Thread.currentThread().interrupt();
    try {
      execute(threadless, "task");
      assertThat(log).containsExactly("-task");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void survivesTasksThatFail() {
    executor.execute(
        () -> {
          throw new IllegalStateException("failed");
        },
        BoundedExecutorTest::unexpected);
    executor.execute(
        () -> {
          throw new StackOverflowError("failed");
        },
        BoundedExecutorTest::unexpected);
    threads.remove().run();
    execute("next");
    threads.remove().run();
    assertThat(log).containsExactly("next");
  }

  @Test
  void refusesTasksWhileThereAreNoThreads() {
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
    execute(starved, "first");
    execute(starved, "second");
    execute(starved, "third");
    assertThat(log).containsExactly("-first", "-second", "third");
  }

  @Test
  void borrowsNoMoreThreadsThanItMay() {
    BoundedExecutor two = new BoundedExecutor(threads::add, 2, 1);
    execute(two, "first");
    execute(two, "second");
    assertThat(threads).hasSize(2);
    execute(two, "third");
    assertThat(log).as("two wait for threads, and one is too many").containsExactly("-third");
    threads.remove().run();
    assertThat(log).containsExactly("-third", "first", "second");
    execute(two, "fourth");
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
    execute(starved, "first");
    execute(starved, "second");
    threads.remove().run();
    assertThat(log).containsExactly("first", "second");
  }

  /** A refusal that fails leaves no other task without an answer. */
  @Test
  void refusesAllTasksIfTheLastOfSeveralThreadsCannotBeStarted() {
    List<Runnable> failures = new ArrayList<>();
    BoundedExecutor[] starved = new BoundedExecutor[1];
    starved[0] =
        new BoundedExecutor(
            work -> {
              if (failures.isEmpty()) {
                // Other callers, while this thread is being started.
                failures.add(work);
                starved[0].execute(
                    () -> log.add("second"),
                    () -> {
                      throw new IllegalStateException("refused");
                    });
                execute(starved[0], "third");
              }
              throw new OutOfMemoryError("unable to create native thread");
            },
            2,
            2);
    execute(starved[0], "first");
    assertThat(log).containsExactly("-first", "-third");
    execute(starved[0], "fourth");
    assertThat(log).endsWith("-fourth");
  }

  @Test
  void losesNoTaskOfManyThreads() throws InterruptedException {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      BoundedExecutor shared = new BoundedExecutor(pool, 1, Integer.MAX_VALUE);
      AtomicInteger running = new AtomicInteger();
      AtomicInteger overlaps = new AtomicInteger();
      CountDownLatch done = new CountDownLatch(4_000);
      Runnable task =
          () -> {
            overlaps.addAndGet(running.getAndIncrement());
            running.decrementAndGet();
            done.countDown();
          };
      for (int thread = 0; thread < 4; thread++) {
        pool.execute(() -> {
          for (int i = 0; i < 1_000; i++) {
            shared.execute(task, BoundedExecutorTest::unexpected);
          }
        });
      }
      assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
      assertThat(overlaps).hasValue(0);
    } finally {
      pool.shutdownNow();
    }
  }
}
