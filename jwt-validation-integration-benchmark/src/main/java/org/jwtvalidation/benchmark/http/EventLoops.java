// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.impl.statistics.StatisticsCollector.StatisticsConsumer;
import io.netty.channel.EventLoop;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/**
 * Hyperfoil in this JVM, on event loops that need not sleep. To wake one, a service has to
 * interrupt another processor, and in a virtual machine that can take as long as to validate a
 * token.
 */
final class EventLoops extends LocalSimulationRunner {

  /**
   * An idle event loop comes around in less; to send a request or to read an answer takes longer.
   */
  private static final long IDLE_NANOS = 2_000;

  private final LongAdder idleNanos = new LongAdder();
  private final Runnable connected;
  private volatile boolean isAwake;

  EventLoops(Benchmark benchmark, StatisticsConsumer statistics, Runnable connected) {
    super(benchmark, statistics, null, null);
    this.connected = connected;
  }

  @Override
  public void openConnections(Handler<AsyncResult<Void>> next) {
    super.openConnections(opened -> {
      connected.run();
      next.handle(opened);
    });
  }

  /** Runs the benchmark, and keeps the processors of the event loops busy meanwhile. */
  void runAwake() {
    isAwake = true;
    for (EventLoop eventLoop : executors) {
      eventLoop.execute(new Idle(eventLoop));
    }
    try {
      run();
    } finally {
      isAwake = false;
    }
  }

  /** The processor time that event loops have taken while they had nothing to do. */
  long idleNanos() {
    return idleNanos.sum();
  }

  @Override
  public void shutdown() {
    // Otherwise they would not end.
    isAwake = false;
    super.shutdown();
  }

  /** A task that an event loop always has. */
  private final class Idle implements Runnable {

    private final Executor eventLoop;
    private long last = System.nanoTime();

    Idle(Executor eventLoop) {
      this.eventLoop = eventLoop;
    }

    @Override
    public void run() {
      long now = System.nanoTime();
      if (now - last < IDLE_NANOS) {
        idleNanos.add(now - last);
      }
      last = now;
      if (isAwake) {
        eventLoop.execute(this);
      }
    }
  }
}
