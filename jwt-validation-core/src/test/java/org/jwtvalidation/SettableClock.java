// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test sets it. */
public final class SettableClock implements InstantSource {

  private volatile Instant now;

  public SettableClock(Instant now) {
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void set(Instant instant) {
    now = instant;
  }

  public void advance(Duration duration) {
    now = now.plus(duration);
  }
}
