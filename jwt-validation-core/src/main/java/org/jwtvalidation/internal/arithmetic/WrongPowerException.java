// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.arithmetic;

/** Two ways to compute one power differ: the compiler or the processor is wrong. */
public final class WrongPowerException extends ArithmeticException {

  private static final long serialVersionUID = 1L;

  /** Names no numbers, which would say nothing to anybody. */
  public WrongPowerException() {
    super("a power came out wrong");
  }
}
