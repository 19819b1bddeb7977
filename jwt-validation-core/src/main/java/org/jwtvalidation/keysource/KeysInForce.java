package org.jwtvalidation.keysource;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.concurrent.Moment;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.FetchedDocument.Version;

/**
 * The keys that an endpoint last published, those in their grace, and how old all of them are.
 * Immutable.
 */
final class KeysInForce {

  /** A key that its endpoint no longer publishes. */
  private record Retired(VerificationKey key, Moment since) {}

  private final JwkSet published;
  private final List<Retired> retired;
  private final JwkSet jwkSet;
  private final Version version;
  private final Moment since;
  private final long lifetime;
  private final int confirmations;

  private KeysInForce(
      JwkSet published,
      List<Retired> retired,
      JwkSet jwkSet,
      Version version,
      Moment since,
      long lifetime,
      int confirmations) {
    this.published = published;
    this.retired = List.copyOf(retired);
    this.jwkSet = jwkSet;
    this.version = version;
    this.since = since;
    this.lifetime = lifetime;
    this.confirmations = confirmations;
  }

  /**
   * The keys of a document that has just arrived, in place of {@code previous}.
   *
   * @param grace how long keys of {@code previous} that are gone stay in force, if they have a Key
   *     ID that no new key has, usable or not
   */
  static KeysInForce of(
      JwkSet published,
      @Nullable KeysInForce previous,
      Version version,
      Moment now,
      long lifetime,
      long grace) {
    if (previous == null) {
      return new KeysInForce(published, List.of(), published, version, now, lifetime, 0);
    }
    List<Retired> retired = new ArrayList<>();
    for (VerificationKey key : previous.published.keys()) {
      retired.add(new Retired(key, now));
    }
    retired.addAll(previous.retired);
    retired.removeIf(gone ->
        now.since(gone.since) >= grace
            || gone.key.keyId() == null
            || published.keyIds().contains(gone.key.keyId()));
    return new KeysInForce(
        published, retired, union(published, retired), version, now, lifetime, 0);
  }

  private static JwkSet union(JwkSet published, List<Retired> retired) {
    return published.with(retired.stream().map(Retired::key).toList());
  }

  /** The same keys in the same set, which their endpoint still publishes. */
  KeysInForce confirmed(Moment now, long newLifetime) {
    return new KeysInForce(
        published, retired, jwkSet, version, now, newLifetime, confirmations + 1);
  }

  /** The same keys without those whose grace is over. */
  KeysInForce withoutExpired(Moment now, long grace) {
    List<Retired> left = retired.stream().filter(gone -> now.since(gone.since) < grace).toList();
    return left.size() == retired.size()
        ? this
        : new KeysInForce(
            published, left, union(published, left), version, since, lifetime, confirmations);
  }

  /** The nanoseconds until the first grace is over; {@code Long.MAX_VALUE} without any. */
  long graceLeft(Moment now, long grace) {
    return retired.stream()
        .mapToLong(gone -> grace - now.since(gone.since))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  JwkSet jwkSet() {
    return jwkSet;
  }

  /** The version that a conditional request names. */
  Version version() {
    return version;
  }

  /** How often in a row the endpoint has confirmed the keys without sending them. */
  int confirmations() {
    return confirmations;
  }

  /** In nanoseconds. */
  long age(Moment now) {
    return now.since(since);
  }

  /** The age, in nanoseconds, at which the set is meant to be replaced. */
  long lifetime() {
    return lifetime;
  }
}
