// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jwtvalidation.benchmark.nativecode.TokenSet.Token;
import org.jwtvalidation.benchmark.nativecode.Verification.Sample;

/** One contender with one set of keys and tokens; its methods answer the commands. */
final class Measurement {

  /** Operations from one reading of the clock to the next. */
  private static final int BATCH = 16;

  /** Uses of each token in a whole validation, which computes ahead for keys that are in use. */
  private static final int ROUNDS = 32;

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private final Contender contender;
  private final InputFile input;
  private final TokenSet set;
  private final Sample[] good;
  private final Verification verification;

  Measurement(Contender contender, InputFile input, TokenSet set) throws GeneralSecurityException {
    this.contender = contender;
    this.input = input;
    this.set = set;
    good = good(set);
    verification = contender.open(input, set);
  }

  private static Sample[] good(TokenSet set) {
    return set.good().stream().map(token -> Sample.of(token, set)).toArray(Sample[]::new);
  }

  /** Are the good tokens accepted, and the altered ones refused? */
  String check() {
    int accepted = 0;
    int refused = 0;
    for (Token token : set.tokens()) {
      TokenKind kind = token.kind();
      boolean isGood = kind == TokenKind.GOOD;
      if (!isGood && contender.isBare() && !kind.isBySignature()) {
        continue;
      }
      if (verification.accepts(Sample.of(token, set)) != isGood) {
        return "failed: a token that is " + kind.word() + (isGood ? " is refused" : " is accepted");
      }
      accepted += isGood ? 1 : 0;
      refused += isGood ? 0 : 1;
    }
    return "ok accepted=" + accepted + " refused=" + refused;
  }

  /** How long does the first verification of each key take, parsing included? */
  String cold() throws GeneralSecurityException {
    List<Long> nanos = new ArrayList<>();
    for (TokenSet.Key key : set.keys()) {
      TokenSet alone = set.ofKey(key);
      Sample[] samples = good(alone);
      if (samples.length > 0) {
        long begin = System.nanoTime();
        boolean accepted = contender.open(input, alone).accepts(samples[0]);
        nanos.add(System.nanoTime() - begin);
        if (!accepted) {
          return "failed: " + key.id() + " refuses its token";
        }
      }
    }
    return answer("cold", nanos.stream().mapToLong(Long::longValue));
  }

  /** How long does each of the first verifications of this process take? */
  String first(int count) {
    long[] nanos = new long[count];
    SeededSequence sequence = new SeededSequence(0);
    for (int i = 0; i < count; i++) {
      Sample token = good[sequence.next(good.length)];
      long begin = System.nanoTime();
      boolean accepted = verification.accepts(token);
      nanos[i] = System.nanoTime() - begin;
      if (!accepted) {
        return "failed: a good token is refused";
      }
    }
    return answer("first", LongStream.of(nanos));
  }

  private static String answer(String word, LongStream nanos) {
    return word + nanos.mapToObj(one -> " " + one).collect(Collectors.joining());
  }

  /** How long do the operations of at least these milliseconds take? */
  String slot(long milliseconds, long seed) {
    long least = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    SeededSequence sequence = new SeededSequence(seed);
    long operations = 0;
    long accepted = 0;
    long processor = processorTime();
    long begin = System.nanoTime();
    long nanos;
    do {
      for (int i = 0; i < BATCH; i++) {
        if (verification.accepts(good[sequence.next(good.length)])) {
          accepted++;
        }
      }
      operations += BATCH;
      nanos = System.nanoTime() - begin;
    } while (nanos < least);
    return "slot operations=%d nanos=%d accepted=%d cpu=%d"
        .formatted(operations, nanos, accepted, processorTime() - processor);
  }

  private static long processorTime() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }

  /** How many octets are kept for each key that is in use? */
  String memory() throws GeneralSecurityException {
    int signers = (int) set.good().stream().map(Token::keyId).distinct().count();
    // The first one also loads classes.
    used(inUse(signers));
    long before = used(good);
    InUse inUse = inUse(signers);
    long after = used(inUse);
    return "memory octets="
        + Math.max(0, (after - before) / signers)
        + (contender.isBare() ? "" : " verifications=" + inUse.uses + " nanos=" + inUse.nanos);
  }

  /**
   * Keys in use.
   *
   * @param uses the verifications of all keys until all was computed that is computed ahead
   * @param nanos the time until then
   */
  private record InUse(Verification keys, long uses, long nanos) {}

  private InUse inUse(int signers) throws GeneralSecurityException {
    Verification opened = contender.open(input, set);
    int rounds = contender.isBare() ? 1 : ROUNDS;
    long begin = System.nanoTime();
    long uses = 0;
    long settled = 0;
    long nanos = 0;
    for (int round = 0; round < rounds || settled == 0; round++) {
      for (Sample token : good) {
        opened.accepts(token);
      }
      uses += good.length;
      nanos = settled == 0 ? System.nanoTime() - begin : nanos;
      settled = settled == 0 && opened.isSettled(signers) ? uses : settled;
      if (System.nanoTime() - begin > PATIENCE) {
        break;
      }
    }
    return new InUse(opened, settled == 0 ? uses : settled, nanos);
  }

  private static long used(Object kept) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long least = Long.MAX_VALUE;
    try {
      for (int i = 0; i < 5; i++) {
        System.gc();
        least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
      }
      return least;
    } finally {
      Reference.reachabilityFence(kept);
    }
  }
}
