package org.jwtvalidation.keysource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.LibraryThreads;
import org.jwtvalidation.jwk.JwkSet;

/**
 * The source of the keys of one issuer: an HTTP endpoint, a file, memory, or an implementation of
 * your own.
 *
 * <p>Implementations are thread-safe. A validator calls {@link #jwkSet()} for every token,
 * including cached ones, so it has to be quick once there are keys, and has to return the same
 * instance until the keys change. A cached token is served only while the set contains a key equal
 * to the one that verified it. A source belongs to the one validator that it is given to, which
 * closes it.
 *
 * <p>A validator calls its sources on the thread of its caller and sets them no time-out. A source
 * of your own that blocks therefore blocks the callers with tokens of its issuer, and no others;
 * callers of the validator's asynchronous methods are undecided after 10 seconds. The sources made
 * by this interface wait no longer than their total time-out.
 */
public interface KeySource extends AutoCloseable {

  /**
   * The set in force now. The first call may wait for the keys to arrive. A validation that has
   * found its key in the set goes on with it, even if the set changes before it ends; later ones,
   * also of a cached token, find the key gone.
   *
   * @return the set, not null
   * @throws KeySourceException if there are no usable keys; null and any other exception count as
   *     this one
   */
  JwkSet jwkSet();

  /**
   * The set in force after a refresh, if the source allows one now. A validator calls this method
   * if no key of {@code seen} fits a token. Tokens with invented Key IDs may arrive in great
   * number, so a source limits how often it refreshes. If the result is another set that lacks the
   * key, the validator calls this method once more with that set, which may have been on its way
   * before the token arrived. The default implementation returns {@link #jwkSet()}.
   *
   * @param seen the set that lacks the key
   * @return a newer set, or {@code seen}; not null
   * @throws KeySourceException if there are no usable keys, or the thread was interrupted while it
   *     waited for them
   */
  default JwkSet refreshed(JwkSet seen) {
    return jwkSet();
  }

  /**
   * As {@link #jwkSet()}, for callers that never wait, such as event loops: starts what it takes to
   * get the keys, and returns at once. A source of your own need not have this method; without it,
   * the validator calls {@link #jwkSet()} on a thread of the library for such callers, once for all
   * that wait, and at most once per second: for so long they may still be given a set that others
   * see replaced.
   *
   * <p>If the stage of a source of your own is not complete after 10 seconds, the callers that wait
   * for it are undecided. Up to 10,000 validations of an issuer wait; further ones are undecided at
   * once.
   *
   * @return a stage that is complete if the set is at hand, and otherwise completes when {@link
   *     #jwkSet()} would return, not on a thread that must not run code of users; or null, which is
   *     the default, if only {@link #jwkSet()} can tell
   */
  default @Nullable CompletionStage<JwkSet> jwkSetAsync() {
    return null;
  }

  /**
   * As {@link #refreshed}, for callers that never wait. A source has both asynchronous methods or
   * neither.
   *
   * @param seen the set that lacks the key
   * @return a stage as of {@link #jwkSetAsync()}, with the result of {@link #refreshed}; or null,
   *     which is the default
   */
  default @Nullable CompletionStage<JwkSet> refreshedAsync(JwkSet seen) {
    return null;
  }

  /**
   * Starts a refresh if one is due, and does not wait for it. With this method a source that
   * refreshes only on demand recovers even while a failing readiness probe keeps all tokens away.
   * The default implementation does nothing.
   */
  default void refreshIfDue() {}

  /**
   * The health of the source, for probes and monitoring. The default implementation calls {@link
   * #jwkSet()}.
   *
   * @return the health, not null
   */
  default KeySourceHealth health() {
    try {
      return KeySourceHealth.constant(jwkSet());
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

  /** Releases all resources. No other method is called afterwards. */
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
   * of an unknown key at most once per second. The content decides whether it has changed, not the
   * time or size of the file. A file that is missing, half written or without a usable key leaves
   * the last good set in force.
   *
   * @param path a regular file of at most 512 KiB, or a path to it through symbolic links, which
   *     may be switched as Kubernetes does for secrets
   * @return the source
   * @throws IllegalArgumentException if the file cannot be read now, or is not a JWK Set with a
   *     usable key
   */
  static KeySource file(Path path) {
    return new FileKeySource(path, System::nanoTime, LibraryThreads.SHARED);
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
