// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.extension;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Code of users one method of which has a fault at its first call, and does its part at every
 * other. Thread-safe.
 */
public final class Misbehaviour implements AutoCloseable {

  private final Method at;
  private final Fault fault;
  private final Runnable reentry;
  private final Throwable failure;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean armed = true;

  /**
   * A fault.
   *
   * @param reentry how the code calls the library back
   */
  public Misbehaviour(Method at, Fault fault, Runnable reentry) {
    this.at = at;
    this.fault = fault;
    this.reentry = reentry;
    this.failure = fault.failure();
  }

  /** Code that does what {@code good} does but for the fault. */
  @SuppressWarnings("unchecked") // a T in all but its type arguments, which are those of good
  public <T> T around(Class<? super T> type, T good) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (isAt(method) && armed && begun.compareAndSet(false, true)) {
            return misbehaving(good, method, arguments);
          }
          // So that the method which a default method of the JDK calls can have the fault.
          return method.isDefault() && method.getDeclaringClass().getName().startsWith("java.")
              ? InvocationHandler.invokeDefault(proxy, method, arguments)
              : call(good, method, arguments);
        };
    return (T)
        Proxy.newProxyInstance(Misbehaviour.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  private boolean isAt(Method method) {
    return method.getName().equals(at.getName())
        && method.getDeclaringClass().isAssignableFrom(at.getDeclaringClass());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the proxy returns it
  private @Nullable Object misbehaving(Object good, Method method, Object[] arguments)
      throws Throwable {
    reached.countDown();
    switch (fault) {
      case THROWS, FAILS_BY_AN_ERROR, EXHAUSTS_MEMORY -> throw failure;
      case BLOCKS -> awaitEnd();
      case REENTERS -> reentry.run();
      case RETURNS_NULL -> {
        return null;
      }
      case ANSWERS_NULL -> {
        return CompletableFuture.completedFuture(null);
      }
      case NEVER_ANSWERS -> {
        return new CompletableFuture<>();
      }
      case ANSWERS_TWICE -> {
        return twice((CompletionStage<?>) call(good, method, arguments));
      }
    }
    return call(good, method, arguments);
  }

  /** The answer, and another one as soon as somebody has been told. */
  private CompletableFuture<Object> twice(CompletionStage<?> answer) {
    CompletableFuture<Object> twice = new CompletableFuture<>();
    Thread thread =
        new Thread(() -> {
          while (twice.getNumberOfDependents() == 0) {
            Thread.onSpinWait();
          }
          twice.complete(answer.toCompletableFuture().join());
          twice.obtrudeException(failure);
        });
    thread.setDaemon(true);
    thread.start();
    return twice;
  }

  private static @Nullable Object call(Object good, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(good, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the code throws. */
  public Throwable failure() {
    return failure;
  }

  /** Begins nothing before {@link #arm} is called. */
  public void disarm() {
    armed = false;
  }

  /** Has the next call misbehave. */
  public void arm() {
    armed = true;
  }

  /** Whether the fault has begun, within two minutes. */
  public boolean isReached() throws InterruptedException {
    return reached.await(2, TimeUnit.MINUTES);
  }

  /** Whether the fault has begun by now. */
  public boolean hasBegun() {
    return begun.get();
  }

  /** Lets the code go on if it blocks. */
  @Override
  public void close() {
    end.countDown();
  }
}
