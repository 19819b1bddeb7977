// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A strong entity tag (RFC 9110 section 8.8.3), equal for equal content only. */
record EntityTag(String text) {

  private static final Pattern OPAQUE_TAG = Pattern.compile("\"[^\"]*\"");

  static EntityTag of(byte[] content) {
    return new EntityTag('"' + Sha256.of(content) + '"');
  }

  /** Whether the client already has the content (RFC 9110 section 13.1.2). */
  boolean isIn(@Nullable String ifNoneMatch) {
    return ifNoneMatch != null
        && (ifNoneMatch.equals("*")
            || OPAQUE_TAG
                .matcher(ifNoneMatch)
                .results()
                .anyMatch(found -> found.group().equals(text)));
  }
}
