// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Runs equal parts of a task on all cores, and reports the progress from time to time. */
public final class Progress {

  private static final long INTERVAL = Duration.ofSeconds(30).toNanos();

  private final String what;
  private final long total;
  private final long begin = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong nextReport = new AtomicLong(begin + INTERVAL);

  private Progress(String what, long total) {
    this.what = what;
    this.total = total;
  }

  /** Runs a task of {@code total} items in parts, which get their index, from 0. */
  public static void inParts(String what, long total, int each, LongConsumer part) {
    Progress progress = new Progress(what, total);
    LongStream.range(0, (total + each - 1) / each)
        .parallel()
        .forEach(number -> {
          part.accept(number);
          progress.advance(each);
        });
  }

  private void advance(int each) {
    long soFar = done.addAndGet(each);
    long now = System.nanoTime();
    long report = nextReport.get();
    if (now - report >= 0 && nextReport.compareAndSet(report, now + INTERVAL)) {
      long still = (long) ((double) (now - begin) / soFar * (total - soFar));
      System.out.printf(
          "%s: %,d of %,d, %d s still%n", what, soFar, total, Duration.ofNanos(still).toSeconds());
    }
  }
}
