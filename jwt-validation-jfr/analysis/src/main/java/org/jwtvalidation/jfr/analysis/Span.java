// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.time.Duration;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The length of a part of a recording; if it is not known, from the end of its first event to that
 * of its last. Events may begin long before the recording does.
 */
final class Span {

  private final @Nullable Duration known;
  private Instant first = Instant.MAX;
  private Instant last = Instant.MIN;

  Span(@Nullable Duration known) {
    this.known = known;
  }

  void include(RecordedEvent event) {
    Instant end = event.getEndTime();
    first = end.isBefore(first) ? end : first;
    last = end.isAfter(last) ? end : last;
  }

  double seconds() {
    Duration length = known;
    if (length == null) {
      length = last.isBefore(first) ? Duration.ZERO : Duration.between(first, last);
    }
    return length.toNanos() / 1e9;
  }
}
