// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.concurrent;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a failing monitor of the user from failing the work that it observes: the first failure
 * is logged, and the monitor is not called again. Only errors of the JVM itself, such as exhausted
 * memory, pass through. Thread-safe.
 */
public final class Guard {

  private final GuardedLogger logger;
  private final AtomicBoolean silenced = new AtomicBoolean();

  /**
   * The guard of one monitor.
   *
   * @param monitors the kind of monitor, which the logger is named after
   */
  public Guard(Class<?> monitors) {
    this.logger = new GuardedLogger(monitors.getName());
  }

  /** A guard for each of several monitors of one kind. */
  public static Guard[] ofEach(Class<?> kind, int monitors) {
    return Stream.generate(() -> new Guard(kind)).limit(monitors).toArray(Guard[]::new);
  }

  /** Calls the monitor, unless it has failed before. */
  public <T, A> void run(T observer, A argument, BiConsumer<T, A> call) {
    if (silenced.get()) {
      return;
    }
    try {
      call.accept(observer, argument);
    } catch (Throwable e) {
      silence(e);
    }
  }

  /**
   * Calls each of several observers that is not null, also if an error of the JVM passes through
   * from one of them.
   *
   * @param guards of each the guard, at its index
   */
  public static <T, A> void runAll(
      Guard[] guards, @Nullable T[] observers, A argument, BiConsumer<T, A> call) {
    VirtualMachineError fatal = null;
    for (int i = 0; i < observers.length; i++) {
      T observer = observers[i];
      if (observer != null) {
        try {
          guards[i].run(observer, argument, call);
        } catch (VirtualMachineError e) {
          fatal = fatal == null ? e : fatal;
        }
      }
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  /** Returns the answer of the monitor; null if it has failed. */
  public <T, R> @Nullable R ask(T observer, Function<T, @Nullable R> call) {
    if (!silenced.get()) {
      try {
        return call.apply(observer);
      } catch (Throwable e) {
        silence(e);
      }
    }
    return null;
  }

  /**
   * Returns the answers of several monitors, each at its index; null if none of them has one.
   *
   * @param guards of each the guard, at its index
   * @param array makes an array for the answers
   * @param lost gets the answers so far if an error of the JVM passes through
   */
  public static <T, R> @Nullable R @Nullable [] askAll(
      Guard[] guards,
      T[] observers,
      Function<T, @Nullable R> call,
      IntFunction<R[]> array,
      Consumer<@Nullable R[]> lost) {
    @Nullable R[] answers = null;
    try {
      for (int i = 0; i < observers.length; i++) {
        R answer = guards[i].ask(observers[i], call);
        if (answer != null) {
          answers = answers == null ? array.apply(observers.length) : answers;
          answers[i] = answer;
        }
      }
    } catch (VirtualMachineError e) {
      if (answers != null) {
        lost.accept(answers);
      }
      throw e;
    }
    return answers;
  }

  private void silence(Throwable failure) {
    // A stack overflow is the monitor's own fault; the other errors of the JVM concern everybody.
    if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
      throw fatal;
    }
    if (silenced.compareAndSet(false, true)) {
      logger.log(Level.ERROR, () -> "the monitor failed and is not called again", failure);
    }
  }
}
