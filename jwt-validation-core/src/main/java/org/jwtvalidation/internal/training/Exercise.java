// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.training;

/** Validations of training tokens, until the JVM has compiled them. Used by one thread. */
public interface Exercise extends AutoCloseable {

  /**
   * Trains the steps without the methods that users call.
   *
   * @return whether all tokens were accepted, in time
   */
  boolean ofSteps();

  /**
   * Trains the methods that users call, and the steps once more.
   *
   * @return whether all tokens were accepted, in time
   */
  boolean ofMethods();

  @Override
  void close();
}
