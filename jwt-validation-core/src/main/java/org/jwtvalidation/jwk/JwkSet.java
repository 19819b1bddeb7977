// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jwtvalidation.internal.codec.Printable;

/**
 * The keys of a JWK Set (RFC 7517 section 5) that are safe to verify signatures with. Immutable and
 * thread-safe.
 *
 * <p>A bad member is left out of the set, and {@link #skipped()} says why; it never costs the set a
 * good key. Bad members are symmetric keys, keys whose {@code alg} does not fit their type and
 * curve, RSA keys outside 2,048 to 8,192 bits or with an unusual exponent, points off their curve
 * or of small order, and JSON that names a member twice or exceeds a limit. Members that are not
 * meant for signatures, or of an unknown {@code kty}, are left out as well, and {@link #ignored()}
 * lists them. Private members of a key are never read.
 *
 * <p>A token names its key by {@code kid} and {@code alg}. Several keys may therefore share a Key
 * ID as long as they differ in algorithm; Ed25519 and Ed448, which {@code EdDSA} both names, count
 * as one. Different keys with the same Key ID and algorithm are all left out; a key that is in the
 * document twice is in the set once.
 */
public final class JwkSet {

  /** The maximum size of a JWK Set document in octets: 524,288. */
  public static final int MAX_OCTETS = 512 * 1024;

  private final List<VerificationKey> keys;
  private final int size;
  private final List<SkippedKey> skipped;
  private final List<SkippedKey> ignored;

  /**
   * A set of keys.
   *
   * @param keys the keys; an RSA key that names no algorithm occurs once for each that fits
   */
  JwkSet(Collection<VerificationKey> keys, List<SkippedKey> skipped, List<SkippedKey> ignored) {
    this.keys = List.copyOf(keys);
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
      // Unlike getBytes, which replaces a lone surrogate with a question mark, this throws.
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
   * Creates a set of given keys.
   *
   * @param keys the keys, at least one; of equal keys one is kept
   * @return the set
   * @throws IllegalArgumentException if there is no key, or different keys have the same Key ID and
   *     algorithm, where Ed25519 and Ed448 count as one
   */
  public static JwkSet of(VerificationKey... keys) {
    if (keys.length == 0) {
      throw new IllegalArgumentException("keys: none given; give at least one key");
    }
    Set<VerificationKey> distinct = new LinkedHashSet<>(List.of(keys));
    Set<KeyName> ambiguous = KeyName.ambiguous(distinct);
    if (!ambiguous.isEmpty()) {
      KeyName name = ambiguous.iterator().next();
      throw new IllegalArgumentException(
          "keys: two have the Key ID "
              + Printable.quoted(name.keyId())
              + " for "
              + name.alg()
              + "; give each key a Key ID of its own");
    }
    return new JwkSet(distinct, List.of(), List.of());
  }

  /** {@return the number of different public keys} */
  public int size() {
    return size;
  }

  /**
   * Returns every key, bound to its algorithm. A JWK that names no algorithm is in the list once
   * for each that fits.
   *
   * @return an unmodifiable list in the order of the document
   */
  public List<VerificationKey> keys() {
    return keys;
  }

  /**
   * {@return the members that are left out or used in part because something is wrong with them, at
   * most two entries for each; unmodifiable}
   */
  public List<SkippedKey> skipped() {
    return skipped;
  }

  /**
   * {@return the members that are left out although nothing is wrong with them, because they are
   * not for signatures, of an unknown type, or in the set already; unmodifiable}
   */
  public List<SkippedKey> ignored() {
    return ignored;
  }

  /** Shows the keys. */
  @Override
  public String toString() {
    return "JwkSet" + keys;
  }
}
