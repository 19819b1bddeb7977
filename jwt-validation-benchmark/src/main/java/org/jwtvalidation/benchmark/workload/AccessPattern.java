// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The order in which callers present the tokens of a {@link Workload}. A later version may add
 * constants.
 */
public enum AccessPattern {

  /** All tokens equally often. A cache for a tenth of them has a hit rate of 10 %. */
  UNIFORM {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      return random -> random.nextInt(tokens);
    }
  },

  /** A few tokens often and most tokens rarely, by Zipf's law with the exponent 0.99. */
  ZIPF {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      return new ZipfSampler(tokens, 0.99);
    }
  },

  /**
   * Nine of ten draws come from a hot set of a tenth of the tokens. After every 1,000 draws of a
   * stream, one token of the hot set is replaced, for all streams.
   */
  HOT_SET {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      int hot = hot(tokens);
      return random -> {
        if (random.nextInt(1000) == 0) {
          churn.incrementAndGet();
        }
        return random.nextInt(10) == 0
            ? random.nextInt(tokens)
            : Math.floorMod(churn.get() + random.nextInt(hot), tokens);
      };
    }
  },

  /**
   * Of every 1,000 draws of a stream, 900 come from a fixed tenth of the tokens; the other 100 form
   * a burst of tokens that were not drawn recently.
   */
  BURST {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      int hot = hot(tokens);
      int[] drawn = {0};
      return random -> {
        boolean calm = drawn[0]++ % 1000 < 900;
        return calm || hot == tokens ? random.nextInt(hot) : random.nextInt(hot, tokens);
      };
    }
  };

  /**
   * Creates the draws of one stream.
   *
   * @param churn the number of replaced hot tokens, shared by all streams of a workload
   */
  abstract TokenSampler sampler(int tokens, AtomicInteger churn);

  private static int hot(int tokens) {
    return Math.max(1, tokens / 10);
  }

  /** Draws the number of a token. Not thread-safe. */
  @FunctionalInterface
  interface TokenSampler {

    int next(SplittableRandom random);
  }
}
