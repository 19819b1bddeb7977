// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.util.function.Consumer;

/**
 * A listener that stands for the owner of what it listens to, until the owner gives that back.
 * Thread-safe if the listener is.
 *
 * @param <T> what is told
 */
public final class Claim<T> implements Consumer<T> {

  private final Consumer<T> listener;
  private volatile boolean givenBack;

  /**
   * Makes the claim of an owner.
   *
   * @param listener tells the owner
   */
  public Claim(Consumer<T> listener) {
    this.listener = listener;
  }

  @Override
  public void accept(T told) {
    if (!givenBack) {
      listener.accept(told);
    }
  }

  /** Tells the listener nothing more, and leaves what it listened to to another owner. */
  public void giveBack() {
    givenBack = true;
  }

  /** {@return whether another owner may come} */
  public boolean isGivenBack() {
    return givenBack;
  }
}
