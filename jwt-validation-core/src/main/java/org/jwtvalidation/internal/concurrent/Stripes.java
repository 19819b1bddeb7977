// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of counts, in which threads count apart from each other: at most two arrays for each
 * processor, made when they are needed. Thread-safe.
 */
public final class Stripes {

  private static final int MAX =
      Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors())) * 2;

  /** About 2^64 divided by the golden ratio: spreads consecutive thread identifiers evenly. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** 256 octets, so that two never share a line of a processor's cache. */
  private static final int LEAST_LENGTH = 32;

  private final AtomicReferenceArray<AtomicLongArray> stripes = new AtomicReferenceArray<>(MAX);
  private final int length;

  /**
   * No stripes yet.
   *
   * @param counts how many counts a stripe needs
   */
  public Stripes(int counts) {
    this.length = Math.max(LEAST_LENGTH, counts);
  }

  /** The index of the stripe in which the calling thread counts. */
  public static int indexOfThisThread() {
    return (int) ((Thread.currentThread().getId() * SPREAD) >>> 32) & (MAX - 1);
  }

  /** The stripe, or null if nothing has been counted in it. */
  public @Nullable AtomicLongArray find(int index) {
    return stripes.get(index);
  }

  /** The stripe, which is made if there is none. */
  public AtomicLongArray get(int index) {
    AtomicLongArray stripe = stripes.get(index);
    if (stripe == null) {
      AtomicLongArray fresh = new AtomicLongArray(length);
      AtomicLongArray other = stripes.compareAndExchange(index, null, fresh);
      stripe = other == null ? fresh : other;
    }
    return stripe;
  }

  /** Those in which something has been counted. */
  public List<AtomicLongArray> all() {
    return IntStream.range(0, MAX).mapToObj(stripes::get).filter(Objects::nonNull).toList();
  }
}
