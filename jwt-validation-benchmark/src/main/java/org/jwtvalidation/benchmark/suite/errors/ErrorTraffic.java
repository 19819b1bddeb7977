package org.jwtvalidation.benchmark.suite.errors;

import java.util.concurrent.TimeUnit;
import org.jwtvalidation.benchmark.suite.Traffic;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Traffic through a cache for a tenth of the tokens. */
@State(Scope.Benchmark)
public class ErrorTraffic extends Traffic {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  /** The size of the cache. */
  @Param("60")
  public int cacheSize = 60;

  /**
   * Validates good tokens until the arithmetic is chosen, which bad ones alone do not bring about.
   */
  @Override
  public void prepare() {
    super.prepare();
    long begin = System.nanoTime();
    for (int number = 0; !isArithmeticChosen() && isPatient(begin); number++) {
      validator().validate(workload().token(number % tokens));
    }
  }

  private static boolean isPatient(long begin) {
    return System.nanoTime() - begin < PATIENCE;
  }

  @Override
  protected int cacheSize() {
    return cacheSize;
  }
}
