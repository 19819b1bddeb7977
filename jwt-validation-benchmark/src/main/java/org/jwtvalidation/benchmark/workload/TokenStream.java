// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.SplittableRandom;

/**
 * An endless stream of tokens of a {@link Workload} for one caller. Not thread-safe: each thread
 * needs its own.
 */
public final class TokenStream {

  private final byte[][] valid;
  private final byte[][] faulty;
  private final int errorPercent;
  private final AccessPattern.TokenSampler sampler;
  private final SplittableRandom random;

  TokenStream(
      byte[][] valid,
      byte[][] faulty,
      int errorPercent,
      AccessPattern.TokenSampler sampler,
      SplittableRandom random) {
    this.valid = valid;
    this.faulty = faulty;
    this.errorPercent = errorPercent;
    this.sampler = sampler;
    this.random = random;
  }

  /**
   * Draws the next token.
   *
   * @return the token as a new string, whose hash code is not computed yet, as in a request
   */
  public String next() {
    boolean error = errorPercent > 0 && random.nextInt(100) < errorPercent;
    byte[] octets = error ? faulty[random.nextInt(faulty.length)] : valid[sampler.next(random)];
    return new String(octets, ISO_8859_1);
  }
}
