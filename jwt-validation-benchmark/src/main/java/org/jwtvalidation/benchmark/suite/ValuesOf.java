package org.jwtvalidation.benchmark.suite;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a public static method without arguments of a benchmark class that returns, as a {@code
 * String[]}, what a parameter can be on the running machine. Those are the rows of a run; plain JMH
 * goes by the parameter's annotation, which lists what is everywhere.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ValuesOf {

  /** {@return the name of the parameter} */
  String value();
}
