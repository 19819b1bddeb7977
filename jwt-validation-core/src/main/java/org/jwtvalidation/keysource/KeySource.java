package org.jwtvalidation.keysource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jwtvalidation.jwk.JwkSet;

/**
 * Where the keys of one issuer come from: an HTTP endpoint, a file, memory, or a source of your
 * own.
 *
 * <p>Implementations are thread-safe. A validator calls {@link #jwkSet()} for every token, cached
 * ones included, so it has to be quick once keys are there, and has to return the same instance
 * until the keys change. A cached token is served only while the set has a key equal to the one
 * that verified it. A source belongs to the one validator that it is given to, which closes it.
 */
public interface KeySource extends AutoCloseable {

  /**
   * The set in force now. The first call may wait for the keys to arrive.
   *
   * @return the set
   * @throws KeySourceException if there are no keys to decide with; any other exception counts as
   *     this one
   */
  JwkSet jwkSet();

  /**
   * Asked when no key of {@code seen} fits a token: the set in force, after a look for newer keys
   * where the source thinks it time for one. Tokens with invented Key IDs come in floods, so a
   * source bounds how often it looks. Where the answer is another set that lacks the key as well,
   * the source is asked once more, with that set: it may have been on its way before the token
   * came.
   *
   * @param seen the set that lacks the key
   * @return a newer set, or {@code seen}
   * @throws KeySourceException if there are no keys to decide with, or waiting for them was
   *     interrupted
   */
  default JwkSet refreshed(JwkSet seen) {
    return jwkSet();
  }

  /**
   * Begins to look for keys if that is due, and does not wait for them. Lets a source that only
   * tokens would wake recover while readiness probes keep the tokens away.
   */
  default void refreshIfDue() {}

  /**
   * How the source is doing, for those who watch; asked from time to time.
   *
   * @return the health, which unless overridden is what {@link #jwkSet()} says
   */
  default KeySourceHealth health() {
    try {
      return KeySourceHealth.constant(jwkSet().size());
    } catch (Exception e) {
      return KeySourceHealth.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Has what comes of looks for newer keys told to {@code listener}, but for those that go well and
   * find nothing new, if the source likes; called once, before anything else.
   *
   * @param listener thread-safe and quick; it is called by whatever thread looked. Unless this
   *     method is overridden it hears nothing
   */
  default void onRefresh(Consumer<KeyRefreshReport> listener) {}

  /** Releases what the source holds; it is not asked again. */
  @Override
  default void close() {}

  /**
   * Keys that never change.
   *
   * @param jwkSet the keys
   * @return the source
   */
  static KeySource of(JwkSet jwkSet) {
    Objects.requireNonNull(jwkSet, "jwkSet");
    return () -> jwkSet;
  }

  /**
   * A JWK Set in a file, read again when the file changes. Changes are looked for every 5 seconds,
   * and for a token of an unknown key once a second. A file that is gone, half written or without a
   * usable key leaves the last good set in force.
   *
   * @param path the file, or a symbolic link to it, or a path through symbolic links that are
   *     switched to another folder, as Kubernetes mounts secrets
   * @return the source
   * @throws IllegalArgumentException if the file cannot be read now, or is not a JWK Set with a
   *     usable key
   */
  static KeySource file(Path path) {
    return new FileKeySource(path, System::nanoTime, KeySourceThreads.SHARED);
  }

  /**
   * The JWK Set at {@code uri}, which is fetched when it is first needed; {@link
   * HttpKeySource#jwksUri} has the options.
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
