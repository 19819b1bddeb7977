package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jwtvalidation.internal.codec.Printable;

/**
 * The keys of a JWK Set (RFC 7517 section 5) that are safe to verify signatures with. Immutable and
 * thread-safe.
 *
 * <p>One bad member does not cost the set its good keys: it is left out, and {@link #skipped()}
 * says why. Left out are symmetric keys, keys whose {@code alg} does not fit their type and curve,
 * RSA keys outside 2,048 to 8,192 bits or with an unusual exponent, points off their curve or of
 * small order, and both of two members with the same {@code kid}. Members that are not meant for
 * signatures are left out, too, and {@link #ignored()} lists them. Private members of a key are
 * never read.
 */
public final class JwkSet {

  /** How many octets a JWK Set document has at most: 524,288. */
  public static final int MAX_OCTETS = 512 * 1024;

  private final List<VerificationKey> keys;
  private final Set<String> keyIds;
  private final int size;
  private final List<String> skipped;
  private final List<String> ignored;

  /**
   * A set of keys.
   *
   * @param keys the keys; an RSA key that names no algorithm is in it once for each that fits
   * @param keyIds the Key IDs of all members, usable or not
   */
  JwkSet(
      List<VerificationKey> keys, Set<String> keyIds, List<String> skipped, List<String> ignored) {
    this.keys = List.copyOf(keys);
    this.keyIds = Set.copyOf(keyIds);
    this.size = (int) keys.stream().map(VerificationKey::publicKey).distinct().count();
    this.skipped = List.copyOf(skipped);
    this.ignored = List.copyOf(ignored);
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
    if (json.length() > MAX_OCTETS) {
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
    Set<String> keyIds = new HashSet<>();
    for (VerificationKey key : keys) {
      String keyId = key.keyId();
      if (keyId != null && !keyIds.add(keyId)) {
        throw new IllegalArgumentException(
            "keys: the Key ID "
                + Printable.quoted(keyId)
                + " occurs twice; give each key a Key ID of its own");
      }
    }
    return new JwkSet(List.of(keys), keyIds, List.of(), List.of());
  }

  /**
   * This set and more keys, say such as an issuer has withdrawn a moment ago.
   *
   * @param more the keys; one whose Key ID a member of this set has is not added
   * @return the larger set, or this one where nothing is added
   */
  public JwkSet with(Collection<VerificationKey> more) {
    List<VerificationKey> all = new ArrayList<>(keys);
    Set<String> allKeyIds = new HashSet<>(keyIds);
    for (VerificationKey key : more) {
      String keyId = key.keyId();
      if (keyId == null || !keyIds.contains(keyId)) {
        all.add(key);
        if (keyId != null) {
          allKeyIds.add(keyId);
        }
      }
    }
    return all.size() == keys.size() ? this : new JwkSet(all, allKeyIds, skipped, ignored);
  }

  /** {@return how many different public keys the set has} */
  public int size() {
    return size;
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

  /** {@return the Key IDs of all members, those that are left out included; unmodifiable} */
  public Set<String> keyIds() {
    return keyIds;
  }

  /**
   * {@return what is wrong with members that were left out or are used in part, a line each,
   * without key material; unmodifiable}
   */
  public List<String> skipped() {
    return skipped;
  }

  /**
   * {@return which members were left out because they are not for signatures, a line each, without
   * key material; nothing is wrong with them; unmodifiable}
   */
  public List<String> ignored() {
    return ignored;
  }

  /** Names the keys. */
  @Override
  public String toString() {
    return "JwkSet" + keys;
  }
}
