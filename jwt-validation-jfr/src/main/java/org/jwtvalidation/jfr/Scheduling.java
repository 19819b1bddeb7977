package org.jwtvalidation.jfr;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reports the scheduling of threads from Linux's counters (proc(5)): {@code schedstat} has the time
 * on processors and in run queues, {@code status} the context switches. Reports nothing on other
 * systems. Thread-safe.
 */
final class Scheduling {

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

  private final Path tasks;
  private final ReentrantLock reporting = new ReentrantLock();
  private final Period period = new Period();
  private Map<String, Counters> before = new HashMap<>(); // guarded by reporting

  Scheduling(Path tasks) {
    this.tasks = tasks;
  }

  /** Reads the threads of this process. */
  static Scheduling ofThisProcess() {
    return new Scheduling(Path.of("/proc/self/task"));
  }

  void report() {
    reporting.lock();
    try {
      reportPeriod();
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
    event.commit();
  }

  private Map<String, Counters> read() {
    Map<String, Counters> counters = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
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

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(':') + 1).trim());
  }
}
