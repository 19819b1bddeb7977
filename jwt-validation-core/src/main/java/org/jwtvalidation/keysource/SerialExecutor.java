package org.jwtvalidation.keysource;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after another, in order, on a thread that it borrows while there are any. A task
 * that blocks delays the tasks behind it and nothing else. Thread-safe.
 */
final class SerialExecutor {

  private final Executor threads;
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> waiting = new ArrayDeque<>(); // guarded by lock, as is running
  private boolean running;

  /**
   * An executor without tasks.
   *
   * @param capacity the maximum number of tasks that wait for the one that runs
   */
  SerialExecutor(Executor threads, int capacity) {
    this.threads = threads;
    this.capacity = capacity;
  }

  /**
   * Runs {@code task} after all earlier ones; false if too many wait, or no thread can be started.
   */
  boolean execute(Runnable task) {
    lock.lock();
    try {
      if (running && waiting.size() >= capacity) {
        return false;
      }
      waiting.add(task);
      if (running) {
        return true;
      }
      running = true;
    } finally {
      lock.unlock();
    }
    try {
      threads.execute(this::runAll);
      return true;
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      forgetAll();
      return false;
    }
  }

  private void forgetAll() {
    lock.lock();
    try {
      waiting.clear();
      running = false;
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
      running = task != null;
      return task;
    } finally {
      lock.unlock();
    }
  }
}
