// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.Locale;
import org.jwtvalidation.benchmark.run.Turn;

/**
 * A row to measure.
 *
 * @param group the rows that are compared with each other
 * @param expectedSeconds with its share of what the service needs to start
 */
record HttpRow(String group, Session session, RequestKind kind, Load load, double expectedSeconds)
    implements Turn {

  static final String LAYERS = "Layers";
  static final String ACCOUNT = "Account";
  static final String START_UP = "StartUp";
  static final String FIRST_SECONDS = "FirstSeconds";
  static final String TLS = "Tls";

  /**
   * A service that runs for several rows.
   *
   * @param key signs the tokens
   */
  record Session(Subject subject, KeyKind key) {}

  boolean isStartUp() {
    return group.equals(START_UP);
  }

  boolean isFirstSeconds() {
    return group.equals(FIRST_SECONDS);
  }

  /** Whether a second generator measures it, too. */
  boolean isMeasuredTwice() {
    return group.equals(LAYERS)
        && !load.measuresLatency()
        && (kind == RequestKind.HEALTH || kind == RequestKind.VALID);
  }

  /** Whether one process serves both rows. */
  boolean sharesServiceWith(HttpRow other) {
    return session.equals(other.session) && !isOfNewService() && !other.isOfNewService();
  }

  private boolean isOfNewService() {
    return isStartUp() || isFirstSeconds();
  }

  /** Names what the row measures, as the report does. */
  String method() {
    return kind == RequestKind.VALID
        ? session.subject().tokens()
        : kind.name().toLowerCase(Locale.ROOT);
  }

  /** Names the files of the row, which is the {@code number}th of the run. */
  String name(int number) {
    return String.join(
        "-",
        String.valueOf(number),
        group,
        session.subject().service().name(),
        session.subject().peer(),
        kind.name());
  }

  @Override
  public String toString() {
    Subject subject = session.subject();
    String threads = subject.threads() == Subject.Threads.DEFAULT ? "" : " " + subject.threads();
    return group
        + " "
        + subject.service()
        + threads
        + (subject.isSecure() ? " TLS" : "")
        + " "
        + subject.peer()
        + " "
        + session.key()
        + " "
        + kind
        + ", "
        + load
        + ", "
        + load.connections()
        + " connections";
  }
}
