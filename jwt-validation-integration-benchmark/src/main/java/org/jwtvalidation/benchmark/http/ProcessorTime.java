package org.jwtvalidation.benchmark.http;

/**
 * The nanoseconds of all processors that the two processes took for a request.
 *
 * @param generatorLoad the share of the generator's processors that it took, from 0 to 1
 */
record ProcessorTime(double service, double generator, double generatorLoad) {

  private static final double BUSY = 0.9;

  /** Whether the generator may have been what limited the rate. */
  boolean isGeneratorBusy() {
    return generatorLoad > BUSY;
  }
}
