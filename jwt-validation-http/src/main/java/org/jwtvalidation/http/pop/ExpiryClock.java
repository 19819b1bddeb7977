// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.pop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The time by which proofs expire: never later than the time of day, nor than it would be if nobody
 * had set that forward of late. A proof that expires when the time is set forward could be used
 * again when it is set back. Thread-safe.
 */
final class ExpiryClock {

  /** As long as a proof may live: two windows of five minutes, and ten seconds; rounded up. */
  private static final long LONGEST_LIFE = Duration.ofMinutes(11).toMillis();

  /** In seconds since 1970; so that no sum of milliseconds overflows. */
  private static final long FARTHEST = 1L << 50;

  /**
   * How much the time of day is ahead of the time that has passed, at the least.
   *
   * @param earlier before {@code since}
   * @param latest since then
   * @param since when the latter began, by the time that has passed
   */
  private record Lead(long earlier, long latest, long since) {

    /** With what is seen now, and for one life or two what was seen before. */
    Lead seen(long lead, long passed, long life) {
      long age = passed - since;
      if (age < life) {
        return lead < latest ? new Lead(earlier, lead, since) : this;
      }
      return new Lead(age < 2 * life ? latest : lead, lead, passed);
    }

    long least() {
      return Math.min(earlier, latest);
    }
  }

  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final long begin;
  private final AtomicReference<Lead> lead;
  private final AtomicLong longestLife = new AtomicLong(1000);

  ExpiryClock(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
    long now = milliseconds(clock.instant());
    this.lead = new AtomicReference<>(new Lead(now, now, 0));
  }

  /**
   * In seconds since 1970.
   *
   * @param until when a proof will expire that is used now
   */
  long second(Instant until) {
    long passed = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - begin);
    long now = milliseconds(clock.instant());
    long life = lengthened(Math.min(LONGEST_LIFE, milliseconds(until) - now));
    Lead known = Objects.requireNonNull(lead.get());
    if (!known.seen(now - passed, passed, life).equals(known)) {
      known =
          Objects.requireNonNull(
              lead.updateAndGet(other -> other.seen(now - passed, passed, life)));
    }
    return Math.floorDiv(passed + known.least(), 1000);
  }

  /** The longest life of a proof up to now. */
  private long lengthened(long life) {
    long known = longestLife.get();
    return life > known ? longestLife.accumulateAndGet(life, Math::max) : known;
  }

  private static long milliseconds(Instant time) {
    long second = Math.max(-FARTHEST, Math.min(FARTHEST, time.getEpochSecond()));
    return second * 1000 + TimeUnit.NANOSECONDS.toMillis(time.getNano());
  }
}
