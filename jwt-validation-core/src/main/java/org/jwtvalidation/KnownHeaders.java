package org.jwtvalidation;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Parsed JOSE Headers by their encoded text: the tokens of an issuer all begin with the same few,
 * one for each of its keys, whose base64url and JSON need not be read again and again. Only headers
 * of tokens whose signature has held are kept, so that strangers can neither push them out nor make
 * them collide. Thread-safe, without a lock.
 */
final class KnownHeaders {

  /**
   * Room for several issuers with a hundred keys each in rotation, and as much again left empty, so
   * that hardly two headers contend for a place. A power of two.
   */
  private static final int PLACES = 512;

  /** How many places a header may be found at, from that of its hash onwards. */
  private static final int CANDIDATES = 16;

  /** A header, and its encoded text. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its content, never handed out
  private record Known(byte[] encoded, Map<String, @Nullable Object> header) {

    boolean begins(byte[] token, int length) {
      return Arrays.equals(encoded, 0, encoded.length, token, 0, length);
    }
  }

  private final AtomicReferenceArray<@Nullable Known> places = new AtomicReferenceArray<>(PLACES);

  /**
   * The header whose encoded text are the first {@code length} octets of {@code token}, or null
   * where it is not known.
   */
  @Nullable Map<String, @Nullable Object> find(byte[] token, int length) {
    int first = hash(token, length);
    for (int i = 0; i < CANDIDATES; i++) {
      Known known = places.get((first + i) & (PLACES - 1));
      if (known == null) {
        return null;
      }
      if (known.begins(token, length)) {
        return known.header;
      }
    }
    return null;
  }

  /** Keeps the header of a token whose signature has held; of too many another goes. */
  void add(byte[] token, int length, Map<String, @Nullable Object> header) {
    Known added = new Known(Arrays.copyOf(token, length), header);
    int first = hash(token, length);
    for (int i = 0; i < CANDIDATES; i++) {
      int place = (first + i) & (PLACES - 1);
      Known known = places.get(place);
      if (known == null) {
        // Of two threads at once one loses its header, and adds it with its next token.
        places.compareAndSet(place, null, added);
        return;
      }
      if (known.begins(token, length)) {
        return;
      }
    }
    places.set(first & (PLACES - 1), added);
  }

  /**
   * All octets count, for headers may differ in any one of them; this takes a few nanoseconds, for
   * processors have an instruction for it.
   */
  private static int hash(byte[] token, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(token, 0, length);
    return (int) checksum.getValue();
  }
}
