// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.DecodingException;
import org.jwtvalidation.internal.codec.JsonLimits;
import org.jwtvalidation.internal.codec.StrictJson;

/**
 * Reads a JWK Set document (RFC 7517 section 5). The document as a whole has to be JSON. Anything
 * else that is wrong with one of its keys costs the set that key alone, which is left out.
 */
final class JwkSetParser {

  private static final int MAX_KEYS = 100;
  private static final int MAX_KEY_ID_LENGTH = 256;

  /** Of the document around its keys, of which nothing but the names is read. */
  static final JsonLimits LIMITS = new JsonLimits(1, JwkSet.MAX_OCTETS, 256);

  /** How many octets the document takes together with the texts of its keys. */
  static final int MAX_MEMORY = 4 * JwkSet.MAX_OCTETS;

  private static final StrictJson JSON = new StrictJson(LIMITS);

  /** A member of the set, and the keys that it would be if no other member contradicted it. */
  private record Candidate(Member member, List<VerificationKey> keys) {}

  /** The place of a member in the document, and its Key ID if that is text. */
  private record Member(int position, @Nullable String keyId) {

    SkippedKey because(String reason) {
      return new SkippedKey(position, keyId, reason);
    }
  }

  private final List<Candidate> candidates = new ArrayList<>();
  private final List<SkippedKey> skipped = new ArrayList<>();
  private final List<SkippedKey> ignored = new ArrayList<>();

  private JwkSetParser() {}

  static JwkSet parse(byte[] document) {
    List<byte[]> members = members(document);
    JwkSetParser parser = new JwkSetParser();
    for (int i = 0; i < members.size(); i++) {
      parser.add(i, members.get(i));
    }
    return parser.jwkSet();
  }

  static IllegalArgumentException tooLarge(String size) {
    return new IllegalArgumentException(
        "JWK Set: " + size + "; at most " + JwkSet.MAX_OCTETS + " are read");
  }

  private static List<byte[]> members(byte[] document) {
    if (document.length > JwkSet.MAX_OCTETS) {
      throw tooLarge(document.length + " octets");
    }
    try {
      List<byte[]> members = JSON.elements(document, "keys", MAX_MEMORY);
      if (members == null) {
        throw new IllegalArgumentException(
            "JWK Set: no array \"keys\"; give a document as of RFC 7517 section 5");
      }
      if (members.size() > MAX_KEYS) {
        throw new IllegalArgumentException(
            "JWK Set: " + members.size() + " keys; at most " + MAX_KEYS + " are read");
      }
      return members;
    } catch (DecodingException e) {
      throw new IllegalArgumentException(
          "JWK Set: " + e.getMessage() + "; give a document as of RFC 7517 section 5", e);
    }
  }

  private void add(int position, byte[] json) {
    Member member = new Member(position, null);
    try {
      Jwk jwk = Jwk.parse(json);
      if (jwk.members().get("kid") instanceof String keyId) {
        member = new Member(position, keyId);
      }
      add(member, jwk);
    } catch (UnusableKeyException e) {
      skipped.add(member.because(String.valueOf(e.getMessage())));
    }
  }

  private void add(Member member, Jwk jwk) throws UnusableKeyException {
    String keyId = jwk.string("kid");
    if (keyId != null && keyId.length() > MAX_KEY_ID_LENGTH) {
      throw new UnusableKeyException("\"kid\" has more than " + MAX_KEY_ID_LENGTH + " characters");
    }
    String otherPurpose = JwkRules.otherPurpose(jwk);
    if (otherPurpose != null) {
      ignored.add(member.because(otherPurpose));
      return;
    }
    candidates.add(new Candidate(member, JwkRules.keys(jwk, keyId)));
    if (jwk.hasPrivateMembers()) {
      skipped.add(
          member.because(
              "published with its private members, which are ignored; replace this key"));
    }
  }

  private JwkSet jwkSet() {
    Collection<VerificationKey> keys = unambiguousKeys();
    if (keys.isEmpty()) {
      List<SkippedKey> leftOut = new ArrayList<>(skipped);
      leftOut.addAll(ignored);
      throw new IllegalArgumentException(
          "JWK Set: no usable key " + leftOut + "; publish a public key for signatures");
    }
    return new JwkSet(keys, skipped, ignored);
  }

  private Collection<VerificationKey> unambiguousKeys() {
    Set<KeyName> ambiguous =
        KeyName.ambiguous(
            candidates.stream().flatMap(candidate -> candidate.keys.stream()).toList());
    Set<VerificationKey> keys = new LinkedHashSet<>();
    for (Candidate candidate : candidates) {
      List<String> refused = new ArrayList<>();
      boolean added = false;
      for (VerificationKey key : candidate.keys) {
        if (ambiguous.contains(KeyName.of(key))) {
          refused.add(key.algorithm().joseName());
        } else {
          added |= keys.add(key);
        }
      }
      if (!refused.isEmpty()) {
        skipped.add(
            candidate.member.because(
                "not used for "
                    + String.join(", ", refused)
                    + ", because another key has the same \"kid\""));
      } else if (!added) {
        ignored.add(candidate.member.because("the same key as one before it"));
      }
    }
    return keys;
  }
}
