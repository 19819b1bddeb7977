// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jfr;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Reports the scheduling of threads from Linux's counters (proc(5)): {@code schedstat} has the time
 * on processors and in run queues, {@code status} the context switches, {@code stat} what other
 * machines of the host took and which pages of memory had to be read. Reports nothing on other
 * systems. Thread-safe.
 */
final class Scheduling implements Runnable, FlightRecorderListener {

  /** The counters of a thread. */
  private record Counters(long running, long waiting, long preemptions, long yields) {

    static final Counters NONE = new Counters(0, 0, 0, 0);

    Counters plus(Counters now, Counters before) {
      return new Counters(
          // Less than before: a new thread has the number of one that has ended.
          running + Math.max(0, now.running - before.running),
          waiting + Math.max(0, now.waiting - before.waiting),
          preemptions + Math.max(0, now.preemptions - before.preemptions),
          yields + Math.max(0, now.yields - before.yields));
    }
  }

  /** The unit of times in {@code /proc/stat}: Linux shows a hundredth of a second to programs. */
  private static final long TICK_NANOS = 10_000_000;

  private final Path proc;
  private final ReentrantLock reporting = new ReentrantLock();
  private final Period period = new Period();
  // Guarded by reporting.
  private Map<String, Counters> before = Map.of();
  private long stolenBefore;
  private long faultsBefore;

  Scheduling(Path proc) {
    this.proc = proc;
  }

  /** Reads the threads of this process. */
  static Scheduling ofThisProcess() {
    return new Scheduling(Path.of("/proc"));
  }

  /** Reports what has been since the last call in this recording; nothing at the first. */
  @Override
  public void run() {
    reporting.lock();
    try {
      reportPeriod();
    } finally {
      reporting.unlock();
    }
  }

  /** Forgets the counters when nothing is recorded, so that the next recording begins anew. */
  @Override
  public void recordingStateChanged(Recording recording) {
    if (EventType.getEventType(SchedulingEvent.class).isEnabled()) {
      return;
    }
    reporting.lock();
    try {
      before = Map.of();
    } finally {
      reporting.unlock();
    }
  }

  private void reportPeriod() {
    boolean first = before.isEmpty();
    Map<String, Counters> now = read();
    Counters sum = Counters.NONE;
    for (Map.Entry<String, Counters> thread : now.entrySet()) {
      sum = sum.plus(thread.getValue(), before.getOrDefault(thread.getKey(), Counters.NONE));
    }
    before = now;
    long stolen = TICK_NANOS * number("stat", 0, 8);
    // The name of the program, in parentheses, may have blanks.
    long faults = number("self/stat", ')', 10);
    long stolenSince = stolen - stolenBefore;
    long faultsSince = faults - faultsBefore;
    stolenBefore = stolen;
    faultsBefore = faults;
    long elapsed = period.elapsed();
    if (first || now.isEmpty()) {
      return;
    }
    SchedulingEvent event = new SchedulingEvent();
    event.elapsed = elapsed;
    event.threads = now.size();
    event.running = sum.running;
    event.waiting = sum.waiting;
    event.preemptions = sum.preemptions;
    event.yields = sum.yields;
    event.stolen = Math.max(0, stolenSince);
    event.majorFaults = Math.max(0, faultsSince);
    event.commit();
  }

  private Map<String, Counters> read() {
    Map<String, Counters> counters = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve("self/task"))) {
      for (Path thread : threads) {
        try {
          counters.put(thread.getFileName().toString(), read(thread));
        } catch (IOException | RuntimeException e) {
          // The thread has ended meanwhile.
        }
      }
    } catch (IOException | RuntimeException e) {
      // Not Linux.
    }
    return counters;
  }

  private static Counters read(Path thread) throws IOException {
    String[] times = Files.readString(thread.resolve("schedstat")).trim().split(" ", -1);
    long preemptions = 0;
    long yields = 0;
    for (String line : Files.readAllLines(thread.resolve("status"), ISO_8859_1)) {
      if (line.startsWith("nonvoluntary_ctxt_switches:")) {
        preemptions = number(line);
      } else if (line.startsWith("voluntary_ctxt_switches:")) {
        yields = number(line);
      }
    }
    return new Counters(Long.parseLong(times[0]), Long.parseLong(times[1]), preemptions, yields);
  }

  /**
   * A number of the first line of a file, counted from the last {@code begin}; 0 if there is none.
   */
  private long number(String file, int begin, int position) {
    try {
      String line = Files.readString(proc.resolve(file), ISO_8859_1).lines().findFirst().orElse("");
      return Long.parseLong(
          line.substring(Math.max(0, line.lastIndexOf(begin))).split(" +", -1)[position]);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(':') + 1).trim());
  }
}
