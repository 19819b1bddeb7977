// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.List;
import java.util.Locale;
import org.jwtvalidation.benchmark.run.Turn;

/**
 * A row to measure.
 *
 * @param group the rows that are compared with each other
 * @param expectedSeconds how long one turn of it takes
 */
record HttpRow(String group, Session session, RequestKind kind, Load load, double expectedSeconds)
    implements Turn {

  /** Until a service listens, and has answered each kind of request. */
  static final double START_SECONDS = 5;

  /** Until the generator has its connections, and has closed them. */
  static final double CONNECT_SECONDS = 0.2;

  static final String LAYERS = "Layers";
  static final String ACCOUNT = "Account";
  static final String START_UP = "StartUp";
  static final String FIRST_SECONDS = "FirstSeconds";
  static final String TLS = "Tls";

  /**
   * A service that runs for several rows.
   *
   * @param key signs the tokens
   * @param cpus how many processors the service may use, in decimals; 0 for all that it is given
   */
  record Session(Subject subject, KeyKind key, double cpus) {

    Session(Subject subject, KeyKind key) {
      this(subject, key, 0);
    }

    /** Names its files, which no other session has. */
    String fileName() {
      return toString().replace(' ', '-');
    }

    @Override
    public String toString() {
      String threads = subject.threads() == Subject.Threads.DEFAULT ? "" : " " + subject.threads();
      return subject.service()
          + threads
          + (subject.isSecure() ? " TLS" : "")
          + " "
          + subject.peer()
          + " "
          + key
          + share();
    }

    /** What the service may use of the processors, in words; empty if all that it is given. */
    String share() {
      return cpus == 0 ? "" : " on " + cpus + " processors";
    }
  }

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

  /** The same, where a service may use so many processors. */
  HttpRow on(double cpus) {
    Session limited = new Session(session.subject, session.key, cpus);
    return new HttpRow(group, limited, kind, load, expectedSeconds);
  }

  /** The kinds of requests that it sends, of which the first is measured. */
  List<RequestKind> kinds() {
    return load.shape() == Load.Shape.IN_TURNS
        ? List.of(kind, RequestKind.UNREAD, RequestKind.HEALTH)
        : List.of(kind);
  }

  /** Whether it is compared with others by turns. */
  boolean isInTurns() {
    return !load.measuresLatency() && !isOfNewService();
  }

  /** Whether each turn of it starts a service. */
  boolean isOfNewService() {
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
    return group
        + " "
        + session
        + " "
        + kind
        + ", "
        + load
        + ", "
        + load.connections()
        + " connections";
  }
}
