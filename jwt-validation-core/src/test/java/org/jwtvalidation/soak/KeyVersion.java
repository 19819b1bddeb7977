// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.soak;

import java.security.PublicKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.testkit.TestKey;

/**
 * What an issuer has published from one moment on. Each version knows the next, and none the one
 * before, so that nothing keeps those that are over.
 */
final class KeyVersion {

  private final int number;
  private final @Nullable Map<String, PublicKey> keys;
  private final String document;
  private volatile @Nullable KeyVersion next;

  private KeyVersion(int number, @Nullable Map<String, PublicKey> keys, String document) {
    this.number = number;
    this.keys = keys;
    this.document = document;
  }

  /** What a validator knows to begin with. */
  static KeyVersion none() {
    return new KeyVersion(0, null, "");
  }

  /**
   * The version after this one, which has to be the newest.
   *
   * @param served the keys in the document, which are usually those that are {@code published}
   */
  KeyVersion followedBy(List<TestKey> published, List<TestKey> served) {
    Map<String, PublicKey> byKeyId = new LinkedHashMap<>();
    published.forEach(key -> byKeyId.put(key.keyId(), key.publicKey()));
    KeyVersion following =
        new KeyVersion(
            number + 1,
            Map.copyOf(byKeyId),
            "{\"keys\":[" + String.join(",", served.stream().map(TestKey::jwk).toList()) + "]}");
    next = following;
    return following;
  }

  @Nullable KeyVersion next() {
    return next;
  }

  /** The keys by their Key IDs; null where nothing was published yet. */
  @Nullable Map<String, PublicKey> keys() {
    return keys;
  }

  String document() {
    return document;
  }

  String entityTag() {
    return "\"" + number + "\"";
  }

  @Override
  public String toString() {
    return "version " + number;
  }
}
