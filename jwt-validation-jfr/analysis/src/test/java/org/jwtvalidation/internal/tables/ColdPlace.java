// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.tables;

import java.util.concurrent.TimeUnit;

/** Where a thread waits while the JVM compiles. */
public final class ColdPlace {

  private ColdPlace() {}

  /** Waits for a turn that does not come, and goes on without. */
  public static boolean waited() {
    ColdGate gate = new ColdGate(0, TimeUnit.MILLISECONDS.toNanos(100), System::nanoTime);
    return gate.verify((octets, length, signature) -> true, new byte[0], 0, new byte[0]);
  }
}
