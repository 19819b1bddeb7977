// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import java.lang.ref.WeakReference;
import jdk.jfr.FlightRecorder;
import org.jwtvalidation.jwk.KeyTables;
import org.jwtvalidation.monitor.WatchedValidator;

/** Reports the tables of a validator periodically, until it is closed or no longer reachable. */
final class KeyTablesReporter implements Runnable {

  private final String name;
  private final WeakReference<WatchedValidator> validator;

  KeyTablesReporter(String name, WatchedValidator validator) {
    this.name = name;
    this.validator = new WeakReference<>(validator);
  }

  @Override
  public void run() {
    WatchedValidator left = validator.get();
    if (left == null) {
      FlightRecorder.removePeriodicEvent(this);
      return;
    }
    try {
      left.keyTables().forEach(this::report);
    } catch (IllegalStateException e) {
      // It is closed.
      FlightRecorder.removePeriodicEvent(this);
    }
  }

  private void report(String issuer, KeyTables tables) {
    KeyTablesEvent event = new KeyTablesEvent();
    event.validator = name;
    event.issuer = issuer;
    event.tables = tables.count();
    event.declined = tables.declined();
    event.overBudget = tables.overBudget();
    event.error = tables.error();
    event.commit();
  }
}
