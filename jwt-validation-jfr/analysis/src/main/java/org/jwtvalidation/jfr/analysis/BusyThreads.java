// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr.analysis;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * The threads that used the processors. The JVM samples all threads periodically; each event has
 * the load of one thread since the last sample, and an idle thread has no event. A thread that ends
 * adds an event for the time since the last sample, which may be very short and so is not counted.
 * The events of a recording are in no particular order.
 */
final class BusyThreads {

  // Keeps the digit of "C2 CompilerThread0" that distinguishes it from C1.
  private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9])\\d+|\\d+$");

  private record Load(Instant at, double share) {}

  /** The load of one thread. */
  private static final class Busy {
    final String group;
    double earlier;
    Load latest;

    Busy(String group, Load first) {
      this.group = group;
      latest = first;
    }
  }

  private final Map<Long, Busy> threads = new HashMap<>();
  private final Map<Long, Instant> ends = new HashMap<>();
  private final Set<Instant> samples = new HashSet<>();

  void ended(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    if (thread != null) {
      ends.put(thread.getId(), event.getStartTime());
    }
  }

  void load(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    if (thread == null) {
      return;
    }
    Load load =
        new Load(event.getStartTime(), (double) event.getFloat("user") + event.getFloat("system"));
    Busy busy = threads.get(thread.getId());
    if (busy == null) {
      threads.put(thread.getId(), new Busy(group(thread), load));
      return;
    }
    Load earlier = load;
    if (load.at.isAfter(busy.latest.at)) {
      earlier = busy.latest;
      busy.latest = load;
    }
    busy.earlier += earlier.share;
    samples.add(earlier.at);
  }

  private static String group(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return group(String.valueOf(name));
  }

  /** The common name of threads whose names differ only in a number. */
  static String group(String name) {
    return NUMBER.matcher(name).replaceAll("*");
  }

  /** The share of all processors by the common name of threads, the busiest first. */
  Map<String, Double> shares(int most) {
    Map<String, Double> sums = new HashMap<>();
    Set<Instant> allSamples = new HashSet<>(samples);
    threads.forEach((id, busy) -> {
      Instant end = ends.get(id);
      boolean sampled = end == null || busy.latest.at.isBefore(end);
      if (sampled) {
        allSamples.add(busy.latest.at);
      }
      sums.merge(busy.group, busy.earlier + (sampled ? busy.latest.share : 0), Double::sum);
    });
    Map<String, Double> shares = new LinkedHashMap<>();
    sums.entrySet().stream()
        .filter(group -> group.getValue() > 0)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(group -> shares.put(group.getKey(), group.getValue() / allSamples.size()));
    return shares;
  }
}
