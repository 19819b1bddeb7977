// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.proof;

/** Why something is not proven. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Refusal(String message) {
    super(message);
  }

  Refusal(String message, Throwable cause) {
    super(message, cause);
  }
}
