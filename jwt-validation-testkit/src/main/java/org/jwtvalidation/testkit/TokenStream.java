package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.SplittableRandom;

/**
 * One caller's tokens of a {@link Workload}, without end. Each thread has a stream of its own: not
 * thread-safe.
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
   * @return the token as a request brings it: a fresh string, whose hash nobody has computed yet
   */
  public String next() {
    boolean error = errorPercent > 0 && random.nextInt(100) < errorPercent;
    byte[] octets = error ? faulty[random.nextInt(faulty.length)] : valid[sampler.next(random)];
    return new String(octets, ISO_8859_1);
  }
}
