// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.plain;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The threads that serve requests. */
final class RequestThreads {

  private RequestThreads() {}

  /**
   * A virtual thread for each request, or a platform thread.
   *
   * @param isVirtual {@code true} or {@code false}, or null for virtual ones from Java 21 on
   */
  static Executor executor(@Nullable String isVirtual) {
    boolean areThere = Runtime.version().feature() >= 21;
    if (isVirtual == null ? !areThere : !Boolean.parseBoolean(isVirtual)) {
      return Executors.newCachedThreadPool();
    }
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK has no virtual threads", e);
    }
  }
}
