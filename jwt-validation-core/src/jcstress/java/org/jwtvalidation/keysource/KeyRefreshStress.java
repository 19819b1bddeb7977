// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import static org.jwtvalidation.keysource.FetchScene.json;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.StressKeys;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ILL_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * How often keys are fetched, and with which result, for two threads that need them at once.
 * Answers come on the thread that asks, and time stands still.
 */
final class KeyRefreshStress {

  private static final KeyFetcher.Response FIRST = json(StressKeys.document("first"));
  private static final KeyFetcher.Response SECOND = json(StressKeys.document("second"));
  private static final Logger LOGGER = Logger.getLogger(HttpKeySource.class.getName());

  static {
    // A line for each failure on purpose is worth nothing.
    LOGGER.setLevel(Level.OFF);
  }

  private KeyRefreshStress() {}

  /** The Key IDs that come, or why none do. */
  private static String outcome(Supplier<JwkSet> keys) {
    try {
      return StressKeys.keyIds(keys.get());
    } catch (KeySourceException e) {
      String message = String.valueOf(e.getMessage());
      return message.contains("refused")
          ? "refused"
          : message.endsWith("closed") ? "closed" : message;
    }
  }

  /** Do two threads without keys share one fetch? */
  @JCStressTest
  @Outcome(id = "1, first, first", expect = ACCEPTABLE, desc = "One fetch, for both.")
  @State
  public static class FetchTogether {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    @Actor
    public void one(ILL_Result r) {
      r.r2 = outcome(() -> Waiting.jwkSet(source));
    }

    @Actor
    public void other(ILL_Result r) {
      r.r3 = outcome(() -> Waiting.jwkSet(source));
    }

    @Arbiter
    public void after(ILL_Result r) {
      r.r1 = scene.requests().size();
    }
  }

  /** Do both learn why one fetch failed, and is there no second? */
  @JCStressTest
  @Outcome(id = "1, refused, refused", expect = ACCEPTABLE, desc = "One fetch, for both.")
  @State
  public static class FailTogether {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    public FailTogether() {
      scene.fail(new IOException("refused"));
    }

    @Actor
    public void one(ILL_Result r) {
      r.r2 = outcome(() -> Waiting.jwkSet(source));
    }

    @Actor
    public void other(ILL_Result r) {
      r.r3 = outcome(() -> Waiting.jwkSet(source));
    }

    @Arbiter
    public void after(ILL_Result r) {
      r.r1 = scene.requests().size();
    }
  }

  /** Is a failed fetch repeated once, and does at least one thread get its keys? */
  @JCStressTest
  @Outcome(id = "2, first, first", expect = ACCEPTABLE, desc = "Both have come by the keys.")
  @Outcome(
      id = {"2, first, refused", "2, refused, first"},
      expect = ACCEPTABLE_INTERESTING,
      desc = "One did not wait, since the last fetch had failed.")
  @State
  public static class RetryTogether {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    public RetryTogether() {
      scene.fail(new IOException("refused"));
      var unused = outcome(() -> Waiting.jwkSet(source));
      scene.answer(FIRST);
      scene.pass(Duration.ofSeconds(2));
    }

    @Actor
    public void one(ILL_Result r) {
      r.r2 = outcome(() -> Waiting.jwkSet(source));
    }

    @Actor
    public void other(ILL_Result r) {
      r.r3 = outcome(() -> Waiting.jwkSet(source));
    }

    @Arbiter
    public void after(ILL_Result r) {
      r.r1 = scene.requests().size();
    }
  }

  /** Does one look for an unknown key, within its cooldown, serve both? */
  @JCStressTest
  @Outcome(id = "2, second, second", expect = ACCEPTABLE, desc = "One more fetch, for both.")
  @State
  public static class LookForUnknownKeyTogether {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());
    private final JwkSet seen = Waiting.jwkSet(source);

    public LookForUnknownKeyTogether() {
      scene.answer(SECOND);
    }

    @Actor
    public void one(ILL_Result r) {
      r.r2 = outcome(() -> Waiting.refreshed(source, seen));
    }

    @Actor
    public void other(ILL_Result r) {
      r.r3 = outcome(() -> Waiting.refreshed(source, seen));
    }

    @Arbiter
    public void after(ILL_Result r) {
      r.r1 = scene.requests().size();
    }
  }

  /** Do two threads that find a refresh due start one fetch? */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "One more fetch.")
  @State
  public static class RefreshTogether {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    public RefreshTogether() {
      var unused = Waiting.jwkSet(source);
      scene.pass(Duration.ofMinutes(9));
    }

    @Actor
    public void ask() {
      var unused = Waiting.jwkSet(source);
    }

    @Actor
    public void refresh() {
      Waiting.refreshIfDue(source);
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = scene.requests().size();
    }
  }

  /** Does a thread ever wait for keys of a source that is closed? */
  @JCStressTest
  @Outcome(id = "closed, closed", expect = ACCEPTABLE, desc = "It has learned of it.")
  @State
  public static class CloseWhileAwaited {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    public CloseWhileAwaited() {
      scene.answerBy(request -> new CompletableFuture<>());
    }

    @Actor
    public void await(LL_Result r) {
      r.r1 = outcome(() -> Waiting.jwkSet(source));
    }

    @Actor
    public void close() {
      source.close();
    }

    @Arbiter
    public void after(LL_Result r) {
      r.r2 = outcome(() -> Waiting.jwkSet(source));
    }
  }

  /** Does a fetch that ends while the source is closed begin another, or lose what it brought? */
  @JCStressTest
  @Outcome(id = "1, first, first", expect = ACCEPTABLE, desc = "The keys came first.")
  @Outcome(
      id = {"0, closed, closed", "1, closed, closed"},
      expect = ACCEPTABLE,
      desc = "Closed before the keys came.")
  @State
  public static class CloseWhileFetched {

    private final FetchScene scene = new FetchScene(FIRST);
    private final HttpKeySource source = scene.opened(scene.jwks());

    @Actor
    public void fetch(ILL_Result r) {
      r.r2 = outcome(() -> Waiting.jwkSet(source));
    }

    @Actor
    public void close() {
      source.close();
    }

    @Arbiter
    public void after(ILL_Result r) {
      r.r3 = outcome(() -> Waiting.jwkSet(source));
      r.r1 = scene.requests().size();
    }
  }
}
