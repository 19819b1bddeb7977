// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.suite;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method of a benchmark class that returns the values of a parameter on this machine. The
 * method is public and static, has no arguments and returns a {@code String[]}. Plain JMH uses the
 * parameter's annotation instead, which lists the values that exist on every machine.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ValuesOf {

  /** {@return the name of the parameter} */
  String value();
}
