// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

/**
 * The nanoseconds of all processors that the two processes took for a request.
 *
 * @param generatorLoad the share of the processors that the generator's threads could take
 * @param load the share of its own processors that the service took, or of all processors that both
 *     took, whichever is greater, from 0 to 1
 * @param idleLoad the greatest share of one processor that a service beside it took
 */
record ProcessorTime(
    double service, double generator, double generatorLoad, double load, double idleLoad) {

  private static final double BUSY = 0.9;
  private static final double AT_WORK = 0.7;
  private static final double IDLE = 0.01;

  /**
   * The load of those that may limit a rate.
   *
   * @param service the processors that the service was using
   * @param own how many it may use
   * @param generator the processors that the generator was using
   * @param all how many both may use
   */
  static double load(double service, double own, double generator, double all) {
    return Math.max(service / own, (service + generator) / all);
  }

  /**
   * What may have limited a row other than the service's processors; empty if nothing.
   *
   * @param isRateGiven whether the service is not to use all of its processors
   */
  String limit(boolean isRateGiven) {
    if (generatorLoad > BUSY) {
      return "busy generator";
    }
    if (!isRateGiven && load < AT_WORK) {
      return "idle processors";
    }
    return idleLoad > IDLE ? "another service" : "";
  }
}
