// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of the library: all daemons, and none left after a second without work.
 *
 * @param workers run what users supply (fetchers, listeners, log appenders, checks), which may
 *     block; each source and issuer bounds how many of them it uses
 * @param timer ends what takes too long; it runs no application code, so nothing delays it
 */
public record LibraryThreads(Executor workers, ScheduledExecutorService timer) {

  /** Shared by all, so that the number of sources and issuers does not matter. */
  public static final LibraryThreads SHARED = create();

  /**
   * Creates threads apart from {@link #SHARED}, for tests.
   *
   * @return threads of their own
   */
  public static LibraryThreads create() {
    return new LibraryThreads(newWorkers(), newTimer());
  }

  private static ThreadPoolExecutor newWorkers() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        1,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> thread("jwt-validation-keys", work));
  }

  private static ScheduledExecutorService newTimer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, work -> thread("jwt-validation-key-timer", work));
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    // The timer must not keep a source reachable until the time-out of a fetch that is over.
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setDaemon(true);
    // Not that of the caller: the thread may outlive the application that needed it first.
    thread.setContextClassLoader(LibraryThreads.class.getClassLoader());
    return thread;
  }
}
