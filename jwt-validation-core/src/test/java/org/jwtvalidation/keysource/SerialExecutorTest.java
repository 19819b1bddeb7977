package org.jwtvalidation.keysource;

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
class SerialExecutorTest {

  /** Threads that a test lets run. */
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private final List<String> log = new ArrayList<>();
  private final SerialExecutor executor = new SerialExecutor(threads::add, 2);

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
    SerialExecutor starved =
        new SerialExecutor(
            work -> {
              switch (refusals.getAndDecrement()) {
                case 2 -> throw new OutOfMemoryError("unable to create native thread");
                case 1 -> throw new RejectedExecutionException();
                default -> work.run();
              }
            },
            2);
    assertThat(starved.execute(() -> log.add("first"))).isFalse();
    assertThat(starved.execute(() -> log.add("second"))).isFalse();
    assertThat(starved.execute(() -> log.add("third"))).isTrue();
    assertThat(log).containsExactly("third");
  }

  @Test
  void losesNoTaskOfManyThreads() throws InterruptedException {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      SerialExecutor shared = new SerialExecutor(pool, Integer.MAX_VALUE);
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
