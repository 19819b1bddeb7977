// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much memory the current thread takes for a piece of work. */
public final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 200;

  private Allocation() {}

  /** The octets that {@code work} allocates each time, once its classes are loaded. */
  public static long octetsOf(Runnable work) {
    for (int i = 0; i < ROUNDS; i++) {
      work.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      work.run();
    }
    return (THREADS.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
  }
}
