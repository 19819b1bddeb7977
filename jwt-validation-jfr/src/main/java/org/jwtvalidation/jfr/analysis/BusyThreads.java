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
 * Which threads took the processors. The JVM looks at all of them at once, again and again; each
 * event is what one thread had since the last look, and one that had next to nothing has none. As
 * it ends, a thread tells of the time since the last look, however short: no share of it. A
 * recording has these events in any order.
 */
final class BusyThreads {

  // Not the digits of "C2 CompilerThread0" that tell it from C1.
  private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9])\\d+|\\d+$");

  private record Load(Instant at, double share) {}

  /** What is known of one thread. */
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
  private final Set<Instant> looks = new HashSet<>();

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
    looks.add(earlier.at);
  }

  private static String group(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return group(String.valueOf(name));
  }

  /** The name that threads share which differ by a number. */
  static String group(String name) {
    return NUMBER.matcher(name).replaceAll("*");
  }

  /** The share of all processors that threads had, by the name they share, the busiest first. */
  Map<String, Double> shares(int most) {
    Map<String, Double> sums = new HashMap<>();
    Set<Instant> allLooks = new HashSet<>(looks);
    threads.forEach((id, busy) -> {
      Instant end = ends.get(id);
      boolean looked = end == null || busy.latest.at.isBefore(end);
      if (looked) {
        allLooks.add(busy.latest.at);
      }
      sums.merge(busy.group, busy.earlier + (looked ? busy.latest.share : 0), Double::sum);
    });
    Map<String, Double> shares = new LinkedHashMap<>();
    sums.entrySet().stream()
        .filter(group -> group.getValue() > 0)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(group -> shares.put(group.getKey(), group.getValue() / allLooks.size()));
    return shares;
  }
}
