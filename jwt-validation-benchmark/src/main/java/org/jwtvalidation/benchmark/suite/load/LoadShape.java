package org.jwtvalidation.benchmark.suite.load;

/** How arrivals are spread over a run. All shapes have the same number of them in the same time. */
public enum LoadShape {

  /** As many at any time as at any other. */
  SUSTAINED {
    @Override
    double instant(double share) {
      return share;
    }
  },

  /**
   * Six times the same: for a quarter of the time four times as many as on average, then nobody.
   */
  BURSTS {
    @Override
    double instant(double share) {
      double burst = Math.floor(share * BURST_COUNT);
      return (burst + (share * BURST_COUNT - burst) / 4) / BURST_COUNT;
    }
  },

  /** None at first, then more and more, until there are twice as many as on average. */
  RAMP {
    @Override
    double instant(double share) {
      return Math.sqrt(share);
    }
  };

  private static final int BURST_COUNT = 6;

  /**
   * When a share of the arrivals has come.
   *
   * @param share from 0 to 1
   * @return the part of the run that is over by then, from 0 to 1
   */
  abstract double instant(double share);
}
