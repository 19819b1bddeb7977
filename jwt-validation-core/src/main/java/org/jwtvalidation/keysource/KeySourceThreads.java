package org.jwtvalidation.keysource;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of key sources: all daemons, and none left after a second without work.
 *
 * @param workers run what users supply (fetchers, listeners, log appenders), which may block; each
 *     source uses at most two of them at a time
 * @param timer ends fetches that take too long; it runs no code of users, so nothing delays it
 */
record KeySourceThreads(Executor workers, ScheduledExecutorService timer) {

  /** Shared by all sources, so that their number does not matter. */
  static final KeySourceThreads SHARED =
      new KeySourceThreads(
          new ThreadPoolExecutor(
              0,
              Integer.MAX_VALUE,
              1,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              work -> thread("jwt-validation-keys", work)),
          newTimer());

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
    thread.setContextClassLoader(KeySourceThreads.class.getClassLoader());
    return thread;
  }
}
