// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks in order, a bounded number at a time, on threads that it borrows while there are any.
 * A task that blocks delays the tasks of the same executor and nothing else. Thread-safe.
 */
public final class BoundedExecutor {

  /**
   * What runs.
   *
   * @param refusal runs in its place if it cannot
   */
  private record Task(Runnable work, Runnable refusal) {}

  private final Executor threads;
  private final int parallelism;
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Task> waiting = new ArrayDeque<>(); // guarded by lock, as is running
  private int running;

  /**
   * An executor without tasks.
   *
   * @param threads what the threads are borrowed from
   * @param parallelism how many threads it borrows at most
   * @param capacity how many tasks may wait for those that run
   */
  public BoundedExecutor(Executor threads, int parallelism, int capacity) {
    this.threads = threads;
    this.parallelism = parallelism;
    this.capacity = capacity;
  }

  /**
   * Runs {@code work} after all earlier tasks have begun.
   *
   * @param work the task, which reports its own failures
   * @param refusal runs in place of {@code work} if too many tasks wait, on this thread, or if no
   *     thread can be started, on a thread that tried to start one
   */
  public void execute(Runnable work, Runnable refusal) {
    boolean isRefused;
    boolean isLeftToOthers;
    lock.lock();
    try {
      isLeftToOthers = running == parallelism;
      isRefused = isLeftToOthers && waiting.size() >= capacity;
      if (!isRefused) {
        waiting.add(new Task(work, refusal));
        running += isLeftToOthers ? 0 : 1;
      }
    } finally {
      lock.unlock();
    }
    if (isRefused) {
      refusal.run();
    } else if (!isLeftToOthers) {
      startThread();
    }
  }

  private void startThread() {
    try {
      threads.execute(this::runAll);
    } catch (RuntimeException | Error e) {
      // For example an OutOfMemoryError: "unable to create native thread".
      stranded().forEach(task -> run(task.refusal));
    }
  }

  /** The tasks that no thread is left for. */
  private List<Task> stranded() {
    lock.lock();
    try {
      running--;
      if (running > 0) {
        return List.of();
      }
      List<Task> stranded = List.copyOf(waiting);
      waiting.clear();
      return stranded;
    } finally {
      lock.unlock();
    }
  }

  private void runAll() {
    // Set before only where a caller lends its own thread, which keeps its flag.
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    for (Task task = next(); task != null; task = next()) {
      run(task.work);
      if (!wasInterrupted) {
        // Between tasks, a pool of threads would do so: the next one may be of another caller.
        var unused = Thread.interrupted();
      }
    }
  }

  private static void run(Runnable runnable) {
    try {
      runnable.run();
    } catch (Throwable e) {
      // Later tasks run all the same, and tasks report their own failures.
    }
  }

  private @Nullable Task next() {
    lock.lock();
    try {
      Task task = waiting.poll();
      if (task == null) {
        running--;
      }
      return task;
    } finally {
      lock.unlock();
    }
  }
}
