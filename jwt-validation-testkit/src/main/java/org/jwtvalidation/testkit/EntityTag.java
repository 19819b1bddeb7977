package org.jwtvalidation.testkit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A strong entity tag (RFC 9110 section 8.8.3), equal for equal content only. */
record EntityTag(String text) {

  private static final Pattern OPAQUE_TAG = Pattern.compile("\"[^\"]*\"");

  static EntityTag of(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return new EntityTag(
          '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + '"');
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
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
