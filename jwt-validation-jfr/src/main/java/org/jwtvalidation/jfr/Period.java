package org.jwtvalidation.jfr;

/** The time between two reports, which is longer than asked for where none were recorded. */
final class Period {

  private long begin = System.nanoTime();

  /** Nanoseconds since the last call, or since this was made; begins anew. */
  long elapsed() {
    long now = System.nanoTime();
    long elapsed = now - begin;
    begin = now;
    return elapsed;
  }
}
