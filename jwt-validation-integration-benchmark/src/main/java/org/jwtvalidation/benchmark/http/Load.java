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
    /** The same number of requests in a fifth of each second. */
    BURSTS
  }

  static Load closed(int connections) {
    return new Load(Shape.CLOSED, connections, 0);
  }

  static Load open(int percent, int connections) {
    return new Load(Shape.OPEN, connections, percent);
  }

  static Load bursts(int percent, int connections) {
    return new Load(Shape.BURSTS, connections, percent);
  }

  boolean isOpen() {
    return shape != Shape.CLOSED;
  }

  @Override
  public String toString() {
    return isOpen()
        ? percent + " % of health" + (shape == Shape.BURSTS ? ", in bursts" : "")
        : "closed loop";
  }
}
