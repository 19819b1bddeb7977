// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jwtvalidation.fault.FaultScene;
import org.jwtvalidation.internal.concurrent.LibraryThreads;

@Timeout(300)
class LibraryThreadsTest {

  private static final InheritableThreadLocal<String> OF_APPLICATION =
      new InheritableThreadLocal<>();

  /** A thread, and the values in it that an application would not like to be kept. */
  private record Seen(Thread thread, ClassLoader loader, String inherited) {

    static Seen here() {
      Thread thread = Thread.currentThread();
      return new Seen(thread, thread.getContextClassLoader(), OF_APPLICATION.get());
    }
  }

  /** Not those of other tests, which may leave work behind. */
  private final LibraryThreads threads = LibraryThreads.create();

  private Seen worker() throws Exception {
    return CompletableFuture.supplyAsync(Seen::here, threads.workers()).get();
  }

  private Seen timer() throws Exception {
    return threads.timer().submit(Seen::here).get();
  }

  private void awaitNoThread() {
    for (Executor pool : new Executor[] {threads.workers(), threads.timer()}) {
      FaultScene.await(() -> ((ThreadPoolExecutor) pool).getPoolSize() == 0);
    }
  }

  @Test
  void keepNothingOfTheApplication() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader ofApplication = new URLClassLoader(new URL[0], before)) {
      Thread.currentThread().setContextClassLoader(ofApplication);
      OF_APPLICATION.set("secret");
      for (Seen seen : new Seen[] {worker(), timer()}) {
        assertThat(seen.thread.getName()).startsWith("jwt-validation-key");
        assertThat(seen.thread.isDaemon()).isTrue();
        assertThat(seen.loader).isSameAs(KeySource.class.getClassLoader());
        assertThat(seen.inherited).isNull();
      }
    } finally {
      OF_APPLICATION.remove();
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void endWithoutWorkWhateverTheTimeoutOfAFetchWas() throws Exception {
    FetchScene scene = new FetchScene(FetchScene.status(503));
    try (scene) {
      HttpKeySource source =
          scene.opened(scene.jwks().totalTimeout(Duration.ofDays(365)).threads(threads));
      FetchScene.assertUnavailable(() -> Waiting.jwkSet(source), "status 503");
      Seen worker = worker();
      Seen timer = timer();
      awaitNoThread();
      FaultScene.await(() -> !worker.thread.isAlive() && !timer.thread.isAlive());
      assertThat(worker().thread).isNotSameAs(worker.thread);
    }
  }
}
