// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.services.plain;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that serve requests. */
final class RequestThreads {

  private RequestThreads() {}

  /** A virtual thread for each request, or a platform thread, as always before Java 21. */
  static Executor executor(boolean isVirtual) {
    if (!isVirtual) {
      return Executors.newCachedThreadPool();
    }
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      return Executors.newCachedThreadPool();
    }
  }
}
