// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.keysource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The source of the keys of one issuer: an HTTP endpoint, a file, memory, or an implementation of
 * your own. {@link #polling} makes one of code that may block, such as a call of a vault.
 *
 * <p>Implementations are thread-safe, and neither method for keys blocks: both are called on the
 * threads of callers, which may be event loops. A cached token is served only while the set
 * contains a key equal to the one that verified it. A source belongs to the one validator that it
 * is given to, which closes it.
 */
public interface KeySource extends AutoCloseable {

  /**
   * The set in force, if it is already available. Called for every token, including cached ones,
   * and for health checks, so it has to be quick, and has to return the same instance until the
   * keys change. A source that refreshes its keys starts a refresh here if one is due, in the
   * background.
   *
   * <p>A validation that has found its key in the set continues with it, even if the set changes
   * before it ends; later ones, also of a cached token, no longer find the key.
   *
   * @return the set, or null if callers have to ask for it by {@link #refreshed}
   * @throws KeySourceException if waiting is pointless: the validation is undecided at once, as
   *     with any other exception, which is logged
   */
  @Nullable JwkSet jwkSet();

  /**
   * The set in force after a refresh, if the source allows one now. A validator calls this method
   * if no set is available, or if no key of {@code seen} fits a token. Tokens with invented Key IDs
   * may arrive in great number, so a source limits how often it refreshes. If the result is another
   * set that lacks the key, the validator calls this method once more with that set, which may have
   * been on its way before the token arrived.
   *
   * <p>Many callers may wait at the same time. No user code runs on the thread that completes the
   * stage: a validation continues where its caller waits, or on a thread of the library. The
   * default implementation is for sources whose keys are always available.
   *
   * @param seen the set that lacks the key, or null if the caller has none
   * @return a stage with the first set, or with one that is newer than {@code seen}, or with {@code
   *     seen} itself; never null. It fails with a {@link KeySourceException} if there are no usable
   *     keys; any other failure, null, and a stage that is not complete after the {@link #timeout}
   *     count as this one. If only the second call for a token takes too long, the set of the first
   *     call decides
   */
  default CompletionStage<JwkSet> refreshed(@Nullable JwkSet seen) {
    JwkSet atHand = jwkSet();
    return atHand == null
        ? CompletableFuture.failedStage(new KeySourceException("the key source has no keys", null))
        : CompletableFuture.completedStage(atHand);
  }

  /**
   * How long a validation waits for {@link #refreshed} before it is undecided; the default
   * implementation returns 10 seconds.
   *
   * @return the time, positive and not null
   */
  default Duration timeout() {
    return Duration.ofSeconds(10);
  }

  /**
   * The health of the source, for probes and monitoring. The default implementation calls {@link
   * #jwkSet()}.
   *
   * @return the health, not null
   */
  default KeySourceHealth health() {
    try {
      JwkSet atHand = jwkSet();
      return atHand == null
          ? KeySourceHealth.unavailable("no keys")
          : KeySourceHealth.constant(atHand);
    } catch (Exception e) {
      return KeySourceHealth.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Sets the listener for refreshes; called once, before any other method. A source may omit
   * refreshes that succeed and find nothing new. The default implementation reports nothing.
   *
   * <p>The sources made by this interface report after a refresh is over, in order, on a thread of
   * the library. A listener that blocks or throws therefore delays neither keys nor callers, but
   * only later reports and log lines of the same source; up to 64 of them wait, and further ones
   * are dropped and counted in the log.
   *
   * @param listener thread-safe; a source of your own may call it on any thread
   * @throws IllegalArgumentException if the source already belongs to another validator, which
   *     building this one then reports; the sources made by this interface throw it, except {@link
   *     #of constant} ones
   */
  default void onRefresh(Consumer<KeyRefreshReport> listener) {}

  /**
   * Releases all resources. Validations that have begun before may still call the other methods,
   * which then fail, or answer as before. Called on a thread of the library, or on that of the
   * application that closes the validator or forgets the issuer.
   */
  @Override
  default void close() {}

  /**
   * Keys that never change.
   *
   * @param jwkSet the keys
   * @return the source
   */
  static KeySource of(JwkSet jwkSet) {
    return new ConstantKeySource(Objects.requireNonNull(jwkSet, "jwkSet"));
  }

  /**
   * A JWK Set in a file, which is read again every 5 seconds while tokens arrive, and for a token
   * of an unknown key at most once per second, on a thread of the library. The content decides
   * whether it has changed, not the time or size of the file. A file that is missing, half written
   * or without a usable key, or that takes longer than 5 seconds to read, leaves the last good set
   * in force.
   *
   * @param path a regular file of at most 512 KiB, or a path to it through symbolic links, which
   *     may be switched as Kubernetes does for secrets
   * @return the source
   * @throws IllegalArgumentException if the file cannot be read now, or is not a JWK Set with a
   *     usable key
   */
  static KeySource file(Path path) {
    return PolledKeySource.file(path, Moment.Clocks.SYSTEM, LibraryThreads.SHARED);
  }

  /**
   * Keys from code that may block, such as a call of a vault: run on a thread of the library, once
   * at a time, for the first token, then again in every interval in which tokens arrive. For a
   * token of an unknown key it runs again as well, but not within 30 seconds of the last time, or
   * within the interval if that is less. While it fails, the last keys stay in force for up to 12
   * hours, and it runs again after a second, and then after up to a minute.
   *
   * @param name what messages and the log call the source
   * @param interval from a second to an hour
   * @param keys returns the current keys, as the same instance or another; an exception or null is
   *     a failure. Callers wait for up to 10 seconds; then the last keys decide, and a token of a
   *     key that they lack is undecided
   * @return the source
   * @throws IllegalArgumentException if the interval is out of range
   */
  static KeySource polling(String name, Duration interval, Callable<JwkSet> keys) {
    return PolledKeySource.of(name, interval, keys, Moment.Clocks.SYSTEM, LibraryThreads.SHARED);
  }

  /**
   * The JWK Set at {@code uri}, which is fetched on first use; {@link HttpKeySource#jwksUri} has
   * the options.
   *
   * @param uri an absolute {@code https} URI
   * @return the source
   * @throws IllegalArgumentException if the URI is not an absolute {@code https} URI without user
   *     information and fragment
   */
  static KeySource jwksUri(URI uri) {
    return HttpKeySource.jwksUri(uri).build();
  }

  /**
   * The JWK Set that the issuer's own metadata names; {@link HttpKeySource#discovered} has the
   * options.
   *
   * @param issuer the issuer identifier, an {@code https} URI
   * @return the source
   * @throws IllegalArgumentException if the issuer is not an absolute {@code https} URI without
   *     user information, query and fragment
   */
  static KeySource discovered(String issuer) {
    return HttpKeySource.discovered(issuer).build();
  }
}
