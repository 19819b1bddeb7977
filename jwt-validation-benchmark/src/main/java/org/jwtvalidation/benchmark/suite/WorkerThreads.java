package org.jwtvalidation.benchmark.suite;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * On what kind of threads a server works.
 *
 * <p>JMH has virtual threads too, but they are of no use where there are more of them than
 * processors: JMH's loop never waits, nobody takes the processor from a virtual thread that does
 * not, and so a few run all the time; the rest are counted by their first operation, or never run.
 */
public enum WorkerThreads {

  /** Threads of the operating system, which takes the processor from them when it likes. */
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
            "VIRTUAL: this JDK has no such threads; use 21 or newer", e);
      }
    }
  };

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  /** {@return the names of those that the running JDK has} */
  public static String[] available() {
    return Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS
        ? new String[] {PLATFORM.name()}
        : new String[] {PLATFORM.name(), VIRTUAL.name()};
  }

  /**
   * Where such threads come from; none of them keeps the JVM from ending.
   *
   * @return the factory
   * @throws IllegalStateException if the running JDK has no such threads
   */
  public abstract ThreadFactory factory();
}
