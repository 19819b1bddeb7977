// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.List;

/**
 * The keys and tokens of one regime and algorithm.
 *
 * @param regime how many keys sign
 * @param algorithm the name of the algorithm as in RFC 7518, 9864 or 9964
 * @param keys the published keys
 * @param tokens good and altered tokens
 */
record TokenSet(String regime, String algorithm, List<Key> keys, List<Token> tokens) {

  /** Returns the good tokens in the order of the file. */
  List<Token> good() {
    return tokens.stream().filter(token -> token.kind() == TokenKind.GOOD).toList();
  }

  /** Returns only one key with its tokens. */
  TokenSet ofKey(Key key) {
    return new TokenSet(
        regime,
        algorithm,
        List.of(key),
        tokens.stream().filter(token -> token.keyId().equals(key.id())).toList());
  }

  /**
   * A published key.
   *
   * @param id its Key ID
   * @param spki its SubjectPublicKeyInfo in DER
   * @param jwk the JWK
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Key(String id, byte[] spki, String jwk) {}

  /**
   * A token.
   *
   * @param kind what is wrong with it
   * @param keyId the Key ID of its key
   * @param octets the compact serialization
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Token(TokenKind kind, String keyId, byte[] octets) {

    /** Returns a new string, whose hash code is not computed yet, as in a request. */
    String compact() {
      return new String(octets, ISO_8859_1);
    }

    /** Returns the JWS Signing Input. */
    byte[] signingInput() {
      String compact = compact();
      return compact.substring(0, compact.lastIndexOf('.')).getBytes(ISO_8859_1);
    }

    /** Returns the signature in the form of JWS. */
    byte[] signature() {
      String compact = compact();
      return Base64.getUrlDecoder().decode(compact.substring(compact.lastIndexOf('.') + 1));
    }
  }
}
