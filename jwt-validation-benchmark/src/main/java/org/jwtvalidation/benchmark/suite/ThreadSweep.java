package org.jwtvalidation.benchmark.suite;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How many threads run the benchmarks of a class: each row once for each number. Plain JMH does not
 * know it; {@code -t} tells JMH one number.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ThreadSweep {

  /** {@return the numbers} */
  int[] value();
}
