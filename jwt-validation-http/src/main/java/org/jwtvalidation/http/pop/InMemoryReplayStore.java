// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jwtvalidation.internal.options.Bounds;
import org.jwtvalidation.internal.options.OptionException;
import org.jwtvalidation.token.UndecidedException;

/**
 * Remembers used proofs in the memory of one service. Thread-safe, without a thread of its own;
 * every answer is there at once.
 *
 * <p>Memory is bounded: at most {@linkplain Builder#maxProofs a number of proofs}, of which one
 * client has at most {@linkplain Builder#maxProofsPerClient a part}, however many keys it has: it
 * is the subject of an issuer. A proof takes 40 octets, in arrays that are up to four times as
 * large as needed, and a client about 80: about 60 MB for a million proofs of ten thousand clients.
 * Proofs that have expired make room for others, and no other proof ever does. The last tenth of
 * the places is for the first proofs of clients that have none there, and as the others fill up, a
 * client may use no more of them than are left. So a few clients cannot take all places, and the
 * first proofs of others are still accepted.
 *
 * <p>Proofs are remembered up to a second longer than asked, so that many expire together. If the
 * clock is set forward, they are remembered longer by as much, for at most twice the longest time
 * that one was to be remembered: otherwise they could be used again once it is set back.
 */
public final class InMemoryReplayStore implements ReplayStore {

  /** A power of two; more than the processors that could meet at one. */
  private static final int SEGMENTS = 64;

  /** Times are within 34 years of the store's creation, so that sums do not overflow. */
  private static final long FARTHEST = 1 << 30;

  private final int maxProofs;
  private final int maxProofsPerClient;
  private final ExpiryClock clock;
  private final long createdAt;
  private final long secret = new SecureRandom().nextLong();
  private final AtomicInteger total = new AtomicInteger();
  private final ProofSegment[] segments = new ProofSegment[SEGMENTS];

  /** The second in which all segments were last tidied because there was no place left. */
  private final AtomicLong tidiedAt = new AtomicLong(Long.MIN_VALUE);

  private InMemoryReplayStore(Builder options) {
    this.maxProofs = options.maxProofs;
    this.maxProofsPerClient =
        options.maxProofsPerClient == 0
            ? Math.max(1, maxProofs / Builder.USUAL_PARTS)
            : options.maxProofsPerClient;
    this.clock = new ExpiryClock(options.clock, options.nanoTime);
    this.createdAt = clock.second(Instant.MIN);
    for (int i = 0; i < SEGMENTS; i++) {
      segments[i] = new ProofSegment(maxProofs, maxProofsPerClient, total, secret);
    }
  }

  /**
   * Configures a store.
   *
   * @return a builder with the defaults
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public CompletionStage<Answer> remember(ReplayKey key, Instant until) {
    int now = seconds(clock.second(until));
    // One that is over already is still told apart from its replay.
    int expiry = Math.max(seconds(until.getEpochSecond()), now) + 1;
    long client = number(key.client());
    ProofSegment own = segments[segment(client)];
    Answer answer = own.use(key.high(), key.low(), client, expiry, now);
    if (answer == null && tidied(now)) {
      answer = own.use(key.high(), key.low(), client, expiry, now);
    }
    // Segments of clients that have gone would not be tidied otherwise.
    segments[(int) key.low() & (SEGMENTS - 1)].tidy(now);
    if (answer == null) {
      String problem =
          "few or none of the places for "
              + maxProofs
              + " used proofs are left (maxProofs), none of them for this client";
      return CompletableFuture.failedStage(new UndecidedException(problem, null));
    }
    return CompletableFuture.completedStage(answer);
  }

  private int seconds(long epochSecond) {
    return (int) Math.max(-FARTHEST, Math.min(FARTHEST, epochSecond - createdAt));
  }

  /** A number for a client. Thumbprints are hashes, so any mixture of all characters will do. */
  private static long number(String thumbprint) {
    long number = 0;
    for (int i = 0; i < thumbprint.length(); i++) {
      number = number * 0x9E3779B97F4A7C15L + thumbprint.charAt(i);
    }
    return number;
  }

  private int segment(long client) {
    // Other bits than those of the tables, which use the uppermost of a product.
    return (int) ((client * (secret | 1)) >>> 20) & (SEGMENTS - 1);
  }

  /** Removes what has expired from all segments, once in a second; whether it did. */
  private boolean tidied(int now) {
    long last = tidiedAt.get();
    if (last == now || !tidiedAt.compareAndSet(last, now)) {
      return false;
    }
    for (ProofSegment segment : segments) {
      segment.tidy(now);
    }
    return true;
  }

  /**
   * Returns how many proofs are remembered.
   *
   * @return the number, which may include some that have expired
   */
  public int size() {
    return total.get();
  }

  /** The number of proofs that there are arrays for. */
  int capacity() {
    int capacity = 0;
    for (ProofSegment segment : segments) {
      capacity += segment.capacity();
    }
    return capacity;
  }

  /** Shows the bounds. */
  @Override
  public String toString() {
    return "InMemoryReplayStore[maxProofs=%d, maxProofsPerClient=%d]"
        .formatted(maxProofs, maxProofsPerClient);
  }

  /** Options of an {@link InMemoryReplayStore}. Not thread-safe. */
  public static final class Builder {

    private static final int USUAL_PARTS = 10;
    private static final int MOST = 100_000_000;

    private int maxProofs = 1_000_000;

    /** 0 for the usual part of all. */
    private int maxProofsPerClient;

    private InstantSource clock = Clock.systemUTC();
    private LongSupplier nanoTime = System::nanoTime;

    private Builder() {}

    /**
     * Sets how many proofs are remembered; 1,000,000 by default. It takes the proofs of all clients
     * within the time that a proof is accepted: with two minutes, the default is enough for 7,500
     * requests a second of many clients.
     *
     * @param proofs the number, from 1 to 100,000,000
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder maxProofs(int proofs) {
      maxProofs = checked("maxProofs", proofs);
      return this;
    }

    /**
     * Sets how many proofs of one client are remembered; by default a tenth of {@link #maxProofs}.
     * A client that uses more is refused until the earlier ones have expired. With two minutes, the
     * default is enough for 830 requests a second of one client: set more for a service that is one
     * subject and sends more, from however many nodes.
     *
     * @param proofs the number, from 1 to {@code maxProofs}
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder maxProofsPerClient(int proofs) {
      maxProofsPerClient = checked("maxProofsPerClient", proofs);
      return this;
    }

    private static int checked(String option, int proofs) {
      return Bounds.check(option, proofs, 1, MOST, "choose a number in between");
    }

    /**
     * Sets the clock; the system clock by default. It should be the one that decides how old a
     * proof may be.
     *
     * @param source the clock, read once for each proof
     * @return this builder
     */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    /** Sets what measures the time that has passed, for tests. */
    Builder nanoTime(LongSupplier source) {
      nanoTime = source;
      return this;
    }

    /**
     * Creates a store.
     *
     * @return a new, empty store at each call
     * @throws IllegalArgumentException if {@code maxProofsPerClient} exceeds {@code maxProofs}
     */
    public InMemoryReplayStore build() {
      if (maxProofsPerClient > maxProofs) {
        throw new OptionException(
            "maxProofsPerClient",
            maxProofsPerClient + " is more than maxProofs, " + maxProofs,
            "choose at most that");
      }
      return new InMemoryReplayStore(this);
    }
  }
}
