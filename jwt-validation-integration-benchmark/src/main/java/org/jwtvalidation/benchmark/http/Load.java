// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

/**
 * How requests come.
 *
 * @param rate requests a second, the same for all services; 0 for a closed loop
 */
record Load(Shape shape, int connections, int rate) {

  enum Shape {
    /** Each connection sends its next request when it has the answer: the capacity. */
    CLOSED,
    /**
     * As closed, and each request in turns with one without a token and one whose token nothing
     * reads, so that what slows the machine for a moment slows all three.
     */
    IN_TURNS,
    /** Requests come at random moments, at the same rate, whether others have been answered. */
    OPEN,
    /** As open, and fifteen times as long. */
    SUSTAINED,
    /** The same number of requests in a fifth of each second. */
    BURSTS,
    /** As open, from the moment at which a service listens. */
    FIRST_SECONDS
  }

  private static final int FIRST_RATE = 1_000;

  private static final int SUSTAINED_TIMES = 15;
  private static final int IN_TURNS_TIMES = 6;

  static Load closed(int connections) {
    return new Load(Shape.CLOSED, connections, 0);
  }

  static Load inTurns() {
    return new Load(Shape.IN_TURNS, 1, 0);
  }

  static Load open(int rate, int connections) {
    return new Load(Shape.OPEN, connections, rate);
  }

  static Load sustained(int rate, int connections) {
    return new Load(Shape.SUSTAINED, connections, rate);
  }

  static Load bursts(int rate, int connections) {
    return new Load(Shape.BURSTS, connections, rate);
  }

  static Load firstSeconds(int connections) {
    return new Load(Shape.FIRST_SECONDS, connections, FIRST_RATE);
  }

  /** Whether it measures how long clients wait, and not how many can be served. */
  boolean measuresLatency() {
    return shape != Shape.CLOSED;
  }

  /** How many times as long as other rows it lasts. */
  int times() {
    return switch (shape) {
      case SUSTAINED -> SUSTAINED_TIMES;
      case IN_TURNS -> IN_TURNS_TIMES;
      default -> 1;
    };
  }

  @Override
  public String toString() {
    return switch (shape) {
      case CLOSED -> "closed loop";
      case IN_TURNS -> "in turns";
      case OPEN -> rate + " a second";
      case SUSTAINED -> rate + " a second, sustained";
      case BURSTS -> rate + " a second, in bursts";
      case FIRST_SECONDS -> "first seconds at " + rate + " a second";
    };
  }
}
