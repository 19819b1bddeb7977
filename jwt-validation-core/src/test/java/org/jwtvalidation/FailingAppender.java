// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A log appender of the library's loggers that does something other than appending. */
public final class FailingAppender extends Handler implements AutoCloseable {

  // Otherwise the log manager may forget the logger, and this handler with it.
  private final Logger logger = Logger.getLogger("org.jwtvalidation");
  private final AtomicInteger lines = new AtomicInteger();
  private final Runnable misbehaviour;

  /** An appender that misbehaves at each line, until it is closed. */
  public FailingAppender(Runnable misbehaviour) {
    this.misbehaviour = misbehaviour;
    logger.addHandler(this);
  }

  /** An appender that throws. */
  public FailingAppender() {
    this(() -> {
      throw new IllegalStateException("the disk is full");
    });
  }

  /** So many lines have been logged. */
  public int lines() {
    return lines.get();
  }

  @Override
  public void publish(LogRecord logged) {
    lines.incrementAndGet();
    misbehaviour.run();
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
