package org.jwtvalidation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parsed JOSE Headers by their encoded text: the tokens of an issuer all begin with the same few,
 * whose base64url and JSON need not be read again and again. Only headers of tokens whose signature
 * has held are kept, so that strangers cannot push them out. Thread-safe.
 */
final class KnownHeaders {

  private static final int MAX_HEADERS = 16;

  /** A header, and its encoded text with the dot that ends it. */
  private record Known(String beginning, Map<String, @Nullable Object> header) {}

  private volatile Known[] newestFirst = {};

  /** The header that {@code token} begins with, or null where it is not known. */
  @Nullable Map<String, @Nullable Object> find(String token) {
    for (Known known : newestFirst) {
      if (token.startsWith(known.beginning)) {
        return known.header;
      }
    }
    return null;
  }

  /** Keeps the header of a token whose signature has held; of too many the oldest goes. */
  void add(String token, Map<String, @Nullable Object> header) {
    Known[] before = newestFirst;
    Known[] after = new Known[Math.min(before.length + 1, MAX_HEADERS)];
    after[0] = new Known(token.substring(0, token.indexOf('.') + 1), header);
    System.arraycopy(before, 0, after, 1, after.length - 1);
    // Of two threads at once one loses its header, and adds it with its next token.
    newestFirst = after;
  }
}
