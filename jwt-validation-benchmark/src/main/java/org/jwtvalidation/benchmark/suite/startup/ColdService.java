package org.jwtvalidation.benchmark.suite.startup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jwtvalidation.TokenValidator;

/**
 * The program of a new JVM whose threads validate a token as fast as they can. Prints the
 * milliseconds of the warm-up, and the validations of each second.
 */
final class ColdService {

  private ColdService() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    FirstToken token = FirstToken.of(args[0]);
    TokenValidator validator = token.validator();
    int threads = Integer.parseInt(args[1]);
    boolean training = Boolean.parseBoolean(args[2]);
    int seconds = Integer.parseInt(args[3]);

    long start = System.nanoTime();
    if (training) {
      validator.warmUp();
    }
    long begin = System.nanoTime();
    StringBuilder counts = new StringBuilder();
    counts.append(TimeUnit.NANOSECONDS.toMillis(begin - start));
    LongAdder validations = new LongAdder();
    for (int i = 0; i < threads; i++) {
      Thread caller = new Thread(() -> validate(validator, token.compact(), validations));
      caller.setDaemon(true);
      caller.start();
    }
    long before = 0;
    for (int second = 1; second <= seconds; second++) {
      sleepUntil(begin + TimeUnit.SECONDS.toNanos(second));
      long now = validations.sum();
      counts.append(' ').append(now - before);
      before = now;
    }
    System.out.println(counts);
    // The other threads go on until the JVM ends.
    System.exit(0);
  }

  /** As a request brings it: a string of its own. */
  private static void validate(TokenValidator validator, String compact, LongAdder validations) {
    char[] characters = compact.toCharArray();
    while (true) {
      validator.validate(new String(characters));
      validations.increment();
    }
  }

  private static void sleepUntil(long time) throws InterruptedException {
    long left = time - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }
}
