// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rows that a test covers: {@code 12} of the attacks and {@code F12} of the faults in {@code
 * doc/inside/attacks.adoc}, {@code C12} of what the token cache must survive.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Row {

  /** The rows. */
  String[] value();
}
