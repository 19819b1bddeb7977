package org.jwtvalidation.jfr.analysis;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Which threads took the processors. The JVM looks at all of them at once, again and again; each
 * event is what one thread had since the last look, and one that had next to nothing has none.
 */
final class BusyThreads {

  // Not the digits of "C2 CompilerThread0" that tell it from C1.
  private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9])\\d+|\\d+$");

  private final Map<String, Double> sums = new HashMap<>();
  private Instant lastLook = Instant.MIN;
  private long looks;
  private long lastEnded = -1;

  void ended(RecordedEvent event) {
    lastEnded = idOf(event.getThread());
  }

  void load(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    if (thread == null) {
      return;
    }
    if (idOf(thread) == lastEnded) {
      // As it ends, a thread tells of the time since the last look, however short: no share of it.
      lastEnded = -1;
      return;
    }
    if (!event.getStartTime().equals(lastLook)) {
      lastLook = event.getStartTime();
      looks++;
    }
    sums.merge(
        group(thread), (double) event.getFloat("user") + event.getFloat("system"), Double::sum);
  }

  private static long idOf(RecordedThread thread) {
    return thread == null ? -1 : thread.getId();
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
    Map<String, Double> shares = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(group -> shares.put(group.getKey(), group.getValue() / looks));
    return shares;
  }
}
