package org.jwtvalidation.keysource;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.jwk.JwkSet;
import org.jwtvalidation.jwk.VerificationKey;
import org.jwtvalidation.keysource.FetchedDocument.Version;

/** The keys that an endpoint last had, those in their grace, and how old all of that is. */
final class KeysInForce {

  /** A key that its endpoint no longer has. */
  private record Retired(VerificationKey key, Moment since) {}

  private final JwkSet published;
  private final List<Retired> retired;
  private final JwkSet jwkSet;
  private final Version version;
  private final Moment since;
  private final long lifetime;
  private final int confirmations;

  /**
   * Until when, on {@code nanoTime}, nothing can be due. Part of this object, so that no thread can
   * set it by what it knows of older keys.
   */
  private volatile long quietUntil;

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
    this.quietUntil = since.nanos();
  }

  /**
   * The keys of a document that has just come, in place of {@code previous}.
   *
   * @param grace for which keys of {@code previous} that are gone stay in force, if they have a Key
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

  /** The same keys in the same set, which their endpoint still has. */
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

  /** How long it is until the grace of the first key is over, {@code Long.MAX_VALUE} for none. */
  long graceLeft(Moment now, long grace) {
    return retired.stream()
        .mapToLong(gone -> grace - now.since(gone.since))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  JwkSet jwkSet() {
    return jwkSet;
  }

  /** What a conditional request for a newer document names. */
  Version version() {
    return version;
  }

  /** How often in a row the endpoint has said that nothing is new, without sending it. */
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

  boolean isQuiet(long nanoTime) {
    return nanoTime - quietUntil < 0;
  }

  void quietUntil(long nanoTime) {
    quietUntil = nanoTime;
  }

  /**
   * Something may be due. Not that they were quiet until now: who has read the clock just before
   * would take that for a promise, and the keys for good.
   */
  void disturb() {
    quietUntil = since.nanos();
  }
}
