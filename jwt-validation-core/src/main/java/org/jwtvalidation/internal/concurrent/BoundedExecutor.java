package org.jwtvalidation.internal.concurrent;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in order, a bounded number at a time, on threads that it borrows while there are any.
 * A task that blocks delays the tasks of the same executor and nothing else. Thread-safe.
 */
public final class BoundedExecutor {

  private final Executor threads;
  private final int parallelism;
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> waiting = new ArrayDeque<>(); // guarded by lock, as is running
  private int running;

  /**
   * An executor without tasks.
   *
   * @param parallelism how many threads it borrows at most
   * @param capacity how many tasks may wait for those that run
   */
  public BoundedExecutor(Executor threads, int parallelism, int capacity) {
    this.threads = threads;
    this.parallelism = parallelism;
    this.capacity = capacity;
  }

  /**
   * Runs {@code task} after all earlier ones have begun; false if too many wait, or no thread can
   * be started.
   */
  public boolean execute(Runnable task) {
    lock.lock();
    try {
      if (running == parallelism) {
        return waiting.size() < capacity && waiting.add(task);
      }
      waiting.add(task);
      running++;
    } finally {
      lock.unlock();
    }
    try {
      threads.execute(this::runAll);
      return true;
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      return isLeftToOthers(task);
    }
  }

  /** Whether other threads run {@code task}, though none could be started for it. */
  private boolean isLeftToOthers(Runnable task) {
    lock.lock();
    try {
      running--;
      if (running > 0) {
        return true;
      }
      boolean hasBegun = !waiting.contains(task);
      waiting.clear();
      return hasBegun;
    } finally {
      lock.unlock();
    }
  }

  private void runAll() {
    for (Runnable task = next(); task != null; task = next()) {
      try {
        task.run();
      } catch (Throwable e) {
        // Later tasks run all the same, and tasks report their own failures.
      }
    }
  }

  private @Nullable Runnable next() {
    lock.lock();
    try {
      Runnable task = waiting.poll();
      if (task == null) {
        running--;
      }
      return task;
    } finally {
      lock.unlock();
    }
  }
}
