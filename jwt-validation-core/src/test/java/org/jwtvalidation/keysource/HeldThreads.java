// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jwtvalidation.Patience;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

/**
 * The threads of all key sources, which do nothing for some of them as long as a test holds them:
 * what is under way then stays under way.
 */
public final class HeldThreads {

  private static final LibraryThreads SHARED = LibraryThreads.SHARED;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> left = new ArrayList<>(); // guarded by lock, as is holding
  private boolean holding;
  private final AtomicInteger underWay = new AtomicInteger();

  /** The {@code source}, with these threads. */
  public HttpKeySource.Builder in(HttpKeySource.Builder source) {
    return source.threads(new LibraryThreads(this::execute, new Timer()));
  }

  private void execute(Runnable work) {
    underWay.incrementAndGet();
    orLater(() ->
        SHARED
            .workers()
            .execute(() -> {
              try {
                work.run();
              } finally {
                underWay.decrementAndGet();
              }
            }));
  }

  /** Whether all work that was given to them is done: fetches, and what the log is told of them. */
  public boolean isIdle() {
    return underWay.get() == 0;
  }

  /** Runs {@code work}, at the release if the threads are held. */
  private void orLater(Runnable work) {
    lock.lock();
    try {
      if (holding) {
        left.add(work);
        return;
      }
    } finally {
      lock.unlock();
    }
    work.run();
  }

  /**
   * Waits until all work is done, and leaves later work until the release. A thread that has not
   * ended its work would take the next from the queue of its executor, although it is held.
   */
  public void hold() {
    Patience.until(this::isIdle);
    lock.lock();
    try {
      holding = true;
    } finally {
      lock.unlock();
    }
  }

  /** Does all that was left, in its order. */
  public void release() {
    List<Runnable> due;
    lock.lock();
    try {
      holding = false;
      due = List.copyOf(left);
      left.clear();
    } finally {
      lock.unlock();
    }
    due.forEach(Runnable::run);
  }

  /** The timer of all key sources; a task whose time comes while it is held runs at the release. */
  private final class Timer extends AbstractExecutorService implements ScheduledExecutorService {

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      return SHARED.timer().schedule(() -> orLater(task), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
      Callable<V> held =
          () -> {
            orLater(() -> {
              try {
                task.call();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
            return null;
          };
      return SHARED.timer().schedule(held, delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable task, long delay, long period, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long delay, long pause, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable task) {
      SHARED.timer().execute(task);
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }

    @Override
    public void shutdown() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Runnable> shutdownNow() {
      throw new UnsupportedOperationException();
    }
  }
}
