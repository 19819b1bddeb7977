package org.jwtvalidation.testkit;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** In which order callers present the tokens of a {@link Workload}. */
public enum AccessPattern {

  /** Every token as often as every other. A cache of a tenth of them hits once in ten. */
  UNIFORM {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      return random -> random.nextInt(tokens);
    }
  },

  /** A few tokens all the time, most of them seldom: Zipf's law with the exponent 0.99. */
  ZIPF {
    @Override
    TokenSampler sampler(int tokens, AtomicInteger churn) {
      return new ZipfSampler(tokens, 0.99);
    }
  },

  /**
   * Nine of ten draws come from a tenth of the tokens, the hot ones. After each 1,000 draws of a
   * stream one of them has cooled off, for all streams, and another takes its place.
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
   * Of 1,000 draws of a stream 900 come from a tenth of the tokens, the same all the time; the
   * other 100 follow on each other, and come from those that nobody has asked for of late.
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
   * Draws for one stream.
   *
   * @param churn how many hot tokens have cooled off, shared by all streams of a workload
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
