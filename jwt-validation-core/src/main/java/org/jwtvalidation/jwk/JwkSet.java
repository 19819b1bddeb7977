package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * The keys of a JWK Set (RFC 7517 section 5) that are safe to verify signatures with. Immutable and
 * thread-safe.
 *
 * <p>A member of the set that cannot or must not be used does not lose the others: it is left out
 * and {@link #skipped()} says why. Left out are symmetric keys, keys for encryption, keys whose
 * {@code alg} does not fit their type and curve, RSA keys outside 2,048 to 8,192 bits or with an
 * unusual exponent, points off their curve or of small order, and both of two members with the same
 * {@code kid}. Private members of a key are never read.
 */
public final class JwkSet {

  private final List<VerificationKey> keys;
  private final Map<String, List<VerificationKey>> byKeyId;
  private final int size;
  private final List<String> skipped;
  private final Set<String> leftOut;

  /**
   * A set of keys.
   *
   * @param keys the keys; an RSA key that names no algorithm is in it once for each that fits
   * @param size how many JWKs these come from
   * @param leftOut the Key IDs of JWKs that are not usable
   */
  JwkSet(List<VerificationKey> keys, int size, List<String> skipped, Set<String> leftOut) {
    this.keys = List.copyOf(keys);
    this.size = size;
    this.skipped = List.copyOf(skipped);
    this.leftOut = Set.copyOf(leftOut);
    Map<String, List<VerificationKey>> byKeyId = new HashMap<>();
    for (VerificationKey key : keys) {
      String keyId = key.keyId();
      if (keyId != null) {
        byKeyId.computeIfAbsent(keyId, id -> new ArrayList<>()).add(key);
      }
    }
    this.byKeyId = byKeyId;
  }

  /**
   * Parses a JWK Set document.
   *
   * @param json the document, at most 512 KiB with at most 100 keys
   * @return its usable keys, at least one
   * @throws IllegalArgumentException if the document is not strict JSON, not a JWK Set, too large,
   *     or without a usable key
   */
  public static JwkSet parse(String json) {
    if (json.length() > JwkSetParser.MAX_DOCUMENT_OCTETS) {
      throw JwkSetParser.tooLarge(json.length() + " characters");
    }
    try {
      // Unlike getBytes this puts no question mark in place of a lone surrogate.
      ByteBuffer utf8 = UTF_8.newEncoder().encode(CharBuffer.wrap(json));
      byte[] octets = new byte[utf8.remaining()];
      utf8.get(octets);
      return parse(octets);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "JWK Set: a lone surrogate in the text; give a document as of RFC 7517 section 5", e);
    }
  }

  /**
   * Parses a JWK Set document.
   *
   * @param json the document in UTF-8, at most 512 KiB with at most 100 keys
   * @return its usable keys, at least one
   * @throws IllegalArgumentException if the document is not strict JSON, not a JWK Set, too large,
   *     or without a usable key
   */
  public static JwkSet parse(byte[] json) {
    return JwkSetParser.parse(json);
  }

  /**
   * A set of keys that are at hand.
   *
   * @param keys the keys, at least one
   * @return the set
   * @throws IllegalArgumentException if there is no key, or two have the same Key ID
   */
  public static JwkSet of(VerificationKey... keys) {
    if (keys.length == 0) {
      throw new IllegalArgumentException("keys: none given; give at least one key");
    }
    JwkSet set = new JwkSet(List.of(keys), keys.length, List.of(), Set.of());
    set.byKeyId.forEach((keyId, same) -> {
      if (same.size() > 1) {
        throw new IllegalArgumentException(
            "keys: the Key ID "
                + Printable.quoted(keyId)
                + " stands twice; give each key a Key ID of its own");
      }
    });
    return set;
  }

  /** {@return how many JWKs of the set are usable} */
  public int size() {
    return size;
  }

  /**
   * {@return why members of the document were left out or used in part, a line each, without key
   * material}
   */
  public List<String> skipped() {
    return skipped;
  }

  /**
   * Every key, bound to its algorithm; a JWK that names no algorithm is in the list once for each
   * that fits.
   *
   * @return an unmodifiable list
   */
  public List<VerificationKey> keys() {
    return keys;
  }

  /**
   * The key that a token names.
   *
   * @param keyId the {@code kid} of the JOSE Header, compared exactly
   * @param algorithms what the {@code alg} of the JOSE Header may stand for
   * @return the key, or null where the set has no such key or the key is for another algorithm
   */
  public @Nullable VerificationKey key(String keyId, Set<SignatureAlgorithm> algorithms) {
    List<VerificationKey> named = byKeyId.get(keyId);
    if (named != null) {
      for (int i = 0; i < named.size(); i++) {
        if (algorithms.contains(named.get(i).algorithm())) {
          return named.get(i);
        }
      }
    }
    return null;
  }

  /**
   * The keys that fit a token which names none.
   *
   * @param algorithms what the {@code alg} of the JOSE Header may stand for
   * @return the keys for one of these algorithms, with a Key ID or without
   */
  public List<VerificationKey> keys(Set<SignatureAlgorithm> algorithms) {
    return keys.stream().filter(key -> algorithms.contains(key.algorithm())).toList();
  }

  /**
   * {@return whether this very instance is one of the set's keys}
   *
   * @param key the instance
   */
  public boolean holds(VerificationKey key) {
    String keyId = key.keyId();
    List<VerificationKey> candidates = keyId == null ? keys : byKeyId.get(keyId);
    if (candidates != null) {
      for (int i = 0; i < candidates.size(); i++) {
        if (candidates.get(i) == key) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * This set with the key instances of {@code previous} wherever nothing but the instance would
   * change, so that tokens cached under a key outlive a refresh that brings the same key again.
   *
   * @param previous the set that this one takes the place of
   * @return the set to use from now on
   */
  public JwkSet retaining(JwkSet previous) {
    List<VerificationKey> retained = new ArrayList<>(keys.size());
    for (VerificationKey key : keys) {
      retained.add(previous.keys.stream().filter(key::isSameAs).findFirst().orElse(key));
    }
    return new JwkSet(retained, size, skipped, leftOut);
  }

  /**
   * Logs what was left out, unless it was left out of {@code previous} as well: what is wrong with
   * a key is said once, and not at every refresh.
   */
  void logSkipped(System.Logger logger, String source, @Nullable JwkSet previous) {
    for (String line : skipped) {
      if (previous == null || !previous.skipped.contains(line)) {
        Level level = line.endsWith(JwkSetParser.FOR_ENCRYPTION) ? Level.DEBUG : Level.WARNING;
        logger.log(level, () -> source + " " + line);
      }
    }
  }

  /** This set and {@code more} keys, none of them in it. */
  JwkSet with(List<VerificationKey> more) {
    List<VerificationKey> all = new ArrayList<>(keys);
    all.addAll(more);
    return new JwkSet(all, size + distinct(more), skipped, leftOut);
  }

  /** Whether a member has this Key ID, be it one that is not usable. */
  boolean hasKeyId(String keyId) {
    return byKeyId.containsKey(keyId) || leftOut.contains(keyId);
  }

  /**
   * From how many JWKs the keys come: one without an algorithm is there once for each that fits.
   */
  private static int distinct(List<VerificationKey> keys) {
    return (int) keys.stream().map(VerificationKey::publicKey).distinct().count();
  }

  /**
   * This set, its signatures verified by one provider alone.
   *
   * @param provider the provider of the Java Cryptography Architecture
   * @return the set without the keys whose algorithm the provider does not have, maybe empty
   */
  public JwkSet using(Provider provider) {
    Objects.requireNonNull(provider, "provider");
    return rebound(key -> key.using(provider));
  }

  private interface Binding {

    VerificationKey of(VerificationKey key) throws UnusableKeyException;
  }

  private JwkSet rebound(Binding binding) {
    List<VerificationKey> bound = new ArrayList<>(keys.size());
    List<String> notBound = new ArrayList<>(skipped);
    for (VerificationKey key : keys) {
      try {
        bound.add(binding.of(key));
      } catch (UnusableKeyException e) {
        notBound.add(key + ": " + e.getMessage());
      }
    }
    return new JwkSet(bound, distinct(bound), notBound, leftOut);
  }

  /**
   * This set, its signatures verified by providers alone: neither by tables nor by any other
   * arithmetic of this library.
   *
   * @return the set without the keys that the best provider for their algorithm refuses, maybe
   *     empty; keys that a provider verifies already stay as they are
   */
  public JwkSet byProvidersOnly() {
    return rebound(VerificationKey::byProviderOnly);
  }

  /** How many keys are verified by a table of their multiples. */
  int tables() {
    return (int) keys.stream().filter(VerificationKey::hasTable).count();
  }

  /** Why one of the keys has no table though it is used enough for one, or null. */
  @Nullable String tableError() {
    return keys.stream()
        .map(VerificationKey::tableError)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Names the keys. */
  @Override
  public String toString() {
    return "JwkSet" + keys;
  }
}
