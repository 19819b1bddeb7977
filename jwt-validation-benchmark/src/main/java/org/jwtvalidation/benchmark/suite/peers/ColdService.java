// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.testkit.TestIssuer;

/**
 * The program of a new JVM whose threads validate tokens as fast as they can, by one library. Signs
 * nothing itself, because that would load and warm up what verifies. Prints the milliseconds in
 * which the library was set up, whether it verifies by tables in the end, the nanoseconds from then
 * until the first validation and until each thread has done its part of a thousand, and the
 * validations of each tenth of a second.
 */
public final class ColdService {

  /** Of a count of validations. */
  public static final long SLOT_MILLIS = 100;

  private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(SLOT_MILLIS);

  private final Peer peer;
  private final List<char[]> tokens;
  private final int slots;
  private final long begin = System.nanoTime();
  private long first = Long.MAX_VALUE;
  private long thousandth;

  private ColdService(Peer peer, List<char[]> tokens, int slots) {
    this.peer = peer;
    this.tokens = tokens;
    this.slots = slots;
  }

  /**
   * Writes what the program needs.
   *
   * @param file to be overwritten
   * @param algorithm of the signatures
   */
  public static void prepare(Path file, SignatureAlgorithm algorithm) throws IOException {
    PeerTraffic traffic = new PeerTraffic(algorithm);
    TestIssuer issuer = traffic.issuer();
    List<String> lines = new ArrayList<>();
    lines.add(issuer.issuer());
    lines.add(algorithm.name());
    lines.add(issuer.jwkSetJson().replace('\n', ' '));
    lines.add(String.valueOf(issuer.key(algorithm).keyId()));
    IntStream.range(0, PeerTraffic.TOKENS).mapToObj(traffic::token).forEach(lines::add);
    Files.write(file, lines, US_ASCII);
  }

  public static void main(String[] args) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(args[0]), US_ASCII);
    int threads = Integer.parseInt(args[2]);
    int slots = (int) (TimeUnit.SECONDS.toMillis(Integer.parseInt(args[3])) / SLOT_MILLIS);
    List<char[]> tokens = lines.subList(4, lines.size()).stream().map(String::toCharArray).toList();

    long start = System.nanoTime();
    Peer peer = peer(args[1], lines);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    ColdService service = new ColdService(peer, tokens, slots);
    long[] counts = service.serve(threads);
    StringBuilder result = new StringBuilder();
    result.append(millis).append(' ').append(usesTables(peer) ? 1 : 0);
    result.append(' ').append(service.first).append(' ').append(service.thousandth);
    for (long count : counts) {
      result.append(' ').append(count);
    }
    System.out.println(result);
    // Ends the threads that a library has started, too.
    System.exit(0);
  }

  private static Peer peer(String name, List<String> lines) throws Exception {
    SignatureAlgorithm algorithm = SignatureAlgorithm.valueOf(lines.get(1));
    Trust trust = Trust.in(lines.get(0), algorithm, lines.get(2), lines.get(3));
    return Peer.named(name, trust);
  }

  /** Returns the validations of all threads in each slot. */
  private long[] serve(int threads) throws InterruptedException {
    int part = Math.max(1, 1_000 / threads);
    List<Caller> callers =
        IntStream.range(0, threads).mapToObj(number -> new Caller(number, part)).toList();
    callers.forEach(Thread::start);
    long[] sums = new long[slots];
    for (Caller caller : callers) {
      caller.join();
      if (caller.failure != null) {
        throw new IllegalStateException("a valid token was rejected", caller.failure);
      }
      first = Math.min(first, caller.first);
      thousandth = Math.max(thousandth, caller.last);
      for (int slot = 0; slot < slots; slot++) {
        sums[slot] += caller.counts[slot];
      }
    }
    return sums;
  }

  /**
   * Counts what it does itself, by a clock: with a hundred others at work, a thread that would look
   * at a common count ten times a second sleeps for seconds.
   */
  private final class Caller extends Thread {

    private final long[] counts = new long[slots + 1];
    private final int part;
    private int next;
    private long first;
    private long last;
    private @Nullable Throwable failure;

    Caller(int number, int part) {
      this.next = number;
      this.part = part;
    }

    @Override
    public void run() {
      try {
        int slot = 0;
        for (int done = 1; slot < slots; done++) {
          // As a request brings it: a string of its own.
          peer.verify(new String(tokens.get(next++ % tokens.size())));
          long nanos = System.nanoTime() - begin;
          slot = (int) Math.min(slots, nanos / SLOT_NANOS);
          counts[slot]++;
          first = done == 1 ? nanos : first;
          // Or what it has done in the end, which is less.
          last = done <= part ? nanos : last;
        }
      } catch (Throwable e) {
        failure = e;
      }
    }
  }

  private static boolean usesTables(Peer peer) {
    return peer.measuredValidator().stream()
        .flatMap(validator -> validator.keyTables().values().stream())
        .anyMatch(tables -> tables.count() > 0);
  }
}
