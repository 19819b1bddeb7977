// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.concurrent.CompletableFuture;
import org.jwtvalidation.internal.tables.TableMaker;

/** The one thread that makes the tables of keys, one after the other. */
public final class TableThread {

  private TableThread() {}

  /** Waits until all tables that have been requested so far are made. */
  public static void awaitTables() {
    CompletableFuture.runAsync(() -> {}, TableMaker.BACKGROUND).join();
  }
}
