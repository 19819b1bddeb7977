// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The kind of a server's threads.
 *
 * <p>JMH's own virtual threads are of no use if there are more of them than processors: its loop
 * never blocks and virtual threads are not preempted, so that a few of them run all the time.
 */
public enum WorkerThreads {

  /** Threads of the operating system, which preempts them. */
  PLATFORM {
    @Override
    public ThreadFactory factory() {
      return task -> {
        Thread thread = Executors.defaultThreadFactory().newThread(task);
        thread.setDaemon(true);
        return thread;
      };
    }
  },

  /** Virtual threads, on JDK 21 and newer. */
  VIRTUAL {
    @Override
    public ThreadFactory factory() {
      try {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
            Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(
            "VIRTUAL: this JDK has no virtual threads; use JDK 21 or newer", e);
      }
    }
  };

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  /** {@return the names of the kinds that this JDK has} */
  public static String[] available() {
    return Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS
        ? new String[] {PLATFORM.name()}
        : new String[] {PLATFORM.name(), VIRTUAL.name()};
  }

  /**
   * Returns a factory of such threads, which are daemons.
   *
   * @return the factory
   * @throws IllegalStateException if this JDK has no such threads
   */
  public abstract ThreadFactory factory();

  /**
   * Returns what runs the requests of a server.
   *
   * @param threads the number of threads of the pool, if they are of the operating system
   * @return a pool, or a new virtual thread for each request
   */
  public Executor server(int threads) {
    ThreadFactory factory = factory();
    return this == VIRTUAL
        ? request -> factory.newThread(request).start()
        : Executors.newFixedThreadPool(threads, factory);
  }
}
