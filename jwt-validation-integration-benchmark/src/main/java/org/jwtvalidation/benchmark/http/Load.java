package org.jwtvalidation.benchmark.http;

/**
 * How requests come.
 *
 * @param percent the rate, as a share of the capacity of the health check; 0 for a closed loop
 */
record Load(Shape shape, int connections, int percent) {

  enum Shape {
    /** Each connection sends its next request when it has the answer: the capacity. */
    CLOSED,
    /** Requests come at random moments, at the same rate, whether others have been answered. */
    OPEN,
    /** As open, and fifteen times as long. */
    SUSTAINED,
    /** The same number of requests in a fifth of each second. */
    BURSTS
  }

  private static final int SUSTAINED_TIMES = 15;

  static Load closed(int connections) {
    return new Load(Shape.CLOSED, connections, 0);
  }

  static Load open(int percent, int connections) {
    return new Load(Shape.OPEN, connections, percent);
  }

  static Load sustained(int percent, int connections) {
    return new Load(Shape.SUSTAINED, connections, percent);
  }

  static Load bursts(int percent, int connections) {
    return new Load(Shape.BURSTS, connections, percent);
  }

  boolean isOpen() {
    return shape != Shape.CLOSED;
  }

  /** How many times as long as other rows it lasts. */
  int times() {
    return shape == Shape.SUSTAINED ? SUSTAINED_TIMES : 1;
  }

  @Override
  public String toString() {
    return switch (shape) {
      case CLOSED -> "closed loop";
      case OPEN -> percent + " % of health";
      case SUSTAINED -> percent + " % of health, sustained";
      case BURSTS -> percent + " % of health, in bursts";
    };
  }
}
