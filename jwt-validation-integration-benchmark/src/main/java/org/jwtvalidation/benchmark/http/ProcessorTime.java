// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

/**
 * The nanoseconds of all processors that the two processes took for a request.
 *
 * @param generatorLoad the share of the generator's processors that it took, from 0 to 1
 * @param load the share of all processors that both took, from 0 to 1
 * @param idleLoad the greatest share of one processor that a service beside it took
 */
record ProcessorTime(
    double service, double generator, double generatorLoad, double load, double idleLoad) {

  private static final double BUSY = 0.9;
  private static final double AT_WORK = 0.7;
  private static final double IDLE = 0.01;

  /**
   * What may have limited a rate other than the service's processors; empty if nothing.
   *
   * @param isThrottled whether the service used up its quota, beside which others may be idle
   */
  String limit(boolean isThrottled) {
    if (generatorLoad > BUSY) {
      return "busy generator";
    }
    if (load < AT_WORK && !isThrottled) {
      return "idle processors";
    }
    return idleLoad > IDLE ? "another service" : "";
  }
}
