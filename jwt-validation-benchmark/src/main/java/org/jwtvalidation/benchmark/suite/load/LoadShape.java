// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.load;

/**
 * The distribution of arrivals over a run; all have the same number of arrivals in the same time.
 */
public enum LoadShape {

  /** A constant rate. */
  SUSTAINED {
    @Override
    double instant(double share) {
      return share;
    }
  },

  /** Six bursts: four times the average rate for a quarter of the time, then none. */
  BURSTS {
    @Override
    double instant(double share) {
      double burst = Math.floor(share * BURST_COUNT);
      return (burst + (share * BURST_COUNT - burst) / 4) / BURST_COUNT;
    }
  },

  /** A rate that rises from zero to twice the average. */
  RAMP {
    @Override
    double instant(double share) {
      return Math.sqrt(share);
    }
  };

  private static final int BURST_COUNT = 6;

  /**
   * Returns the time by which a share of the requests has arrived.
   *
   * @param share a share of the arrivals, from 0 to 1
   * @return the elapsed part of the run, from 0 to 1
   */
  abstract double instant(double share);
}
