// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.jws;

import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Parsed JOSE Headers by their encoded text. The tokens of an issuer begin with the same few
 * headers, one for each key, which need not be decoded and parsed again, as do the proofs of a
 * client. Only headers of verified tokens are kept, so strangers can neither evict them nor make
 * them collide; clients can do so with headers of proofs, which are then parsed again. Thread-safe
 * and lock-free.
 */
final class KnownHeaders {

  /**
   * Enough for several issuers with a hundred keys each, and as much again left empty, so that
   * headers seldom compete for a place. A power of two.
   */
  private static final int PLACES = 512;

  /** In octets: 512 headers as long as a proof may have would take 35 MiB. */
  static final int MAX_LENGTH = 1024;

  /** The number of places where a header may be, starting from that of its hash. */
  private static final int CANDIDATES = 16;

  /** A header, and its encoded text. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its content, never exposed
  private record Known(byte[] encoded, Map<String, @Nullable Object> header) {

    boolean begins(byte[] token, int length) {
      return Arrays.equals(encoded, 0, encoded.length, token, 0, length);
    }
  }

  /**
   * Read and written without order: a {@link Known} is immutable, and may be seen late, or lost to
   * another one. Then it is added again with its next token.
   */
  private final @Nullable Known[] places = new Known[PLACES];

  /**
   * The header whose encoded text is the first {@code length} octets of {@code token}, or null if
   * it is not known.
   */
  @Nullable Map<String, @Nullable Object> find(byte[] token, int length) {
    int first = hash(token, length);
    for (int i = 0; i < CANDIDATES; i++) {
      Known known = places[(first + i) & (PLACES - 1)];
      if (known == null) {
        return null;
      }
      if (known.begins(token, length)) {
        return known.header;
      }
    }
    return null;
  }

  /** Keeps the header of a verified token; if there are too many, it replaces another. */
  void remember(CompactJws jws) {
    if (!jws.headerKnown()) {
      add(jws.octets(), jws.headerLength(), jws.header());
    }
  }

  /** Keeps a header, unless it is kept already or too long. */
  void add(byte[] token, int length, Map<String, @Nullable Object> header) {
    if (length > MAX_LENGTH) {
      return;
    }
    Known added = new Known(Arrays.copyOf(token, length), header);
    int first = hash(token, length);
    for (int i = 0; i < CANDIDATES; i++) {
      int place = (first + i) & (PLACES - 1);
      Known known = places[place];
      if (known == null) {
        places[place] = added;
        return;
      }
      if (known.begins(token, length)) {
        return;
      }
    }
    places[first & (PLACES - 1)] = added;
  }

  /**
   * Covers all octets, because headers may differ in any of them. Takes a few nanoseconds, because
   * processors have an instruction for it.
   */
  private static int hash(byte[] token, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(token, 0, length);
    return (int) checksum.getValue();
  }
}
