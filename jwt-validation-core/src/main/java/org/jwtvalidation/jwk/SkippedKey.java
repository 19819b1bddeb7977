// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.jwk;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.codec.Printable;

/**
 * A member of a JWK Set document that is left out of the set, or used in part. Immutable.
 *
 * @param position the index in the array {@code keys}, from 0
 * @param keyId the Key ID as the issuer has written it, at most its first 256 characters; null if
 *     there is none
 * @param reason why, one line of printable ASCII without key material, cut after 256 characters;
 *     the same for the same member of a later document
 */
public record SkippedKey(int position, @Nullable String keyId, String reason) {

  private static final int MAX_LENGTH = 256;

  /**
   * Shortens and escapes what a document may have written.
   *
   * @param position the index in the array {@code keys}
   * @param keyId the Key ID, or null
   * @param reason why
   */
  public SkippedKey {
    Objects.requireNonNull(reason, "reason");
    if (keyId != null && keyId.length() > MAX_LENGTH) {
      keyId = keyId.substring(0, MAX_LENGTH);
    }
    reason = Printable.line(reason, MAX_LENGTH);
  }

  /** One line for a log, in printable ASCII. */
  @Override
  public String toString() {
    return "keys["
        + position
        + "]"
        + (keyId == null ? "" : " kid " + Printable.quoted(keyId))
        + ": "
        + reason;
  }
}
