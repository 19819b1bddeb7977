// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.testkit;

import java.time.Duration;

/**
 * How a response is sent.
 *
 * @param delay the time from the request to the first octet
 * @param chunked whether the body is sent in chunks
 * @param endless whether the body is repeated forever
 * @param pieceOctets the size of the pieces of the body, or 0 for a single piece
 * @param pause the time between two pieces
 * @param ending what happens to the connection
 * @param endingAfter the number of octets of the body before the ending, unless it is {@link
 *     Ending#KEPT}
 */
record Delivery(
    Duration delay,
    boolean chunked,
    boolean endless,
    int pieceOctets,
    Duration pause,
    Ending ending,
    int endingAfter) {

  /** What happens to the connection after a response. A later version may add constants. */
  enum Ending {
    /** The connection waits for the next request. */
    KEPT,
    /** The connection is closed in an orderly way. */
    CLOSED,
    /** The connection is closed by a FIN, even if the response is incomplete. */
    CUT,
    /** The connection is closed by an RST. */
    RESET,
    /** The connection stays open, but nothing more is sent. */
    STALLED
  }

  static final Delivery AT_ONCE =
      new Delivery(Duration.ZERO, false, false, 0, Duration.ZERO, Ending.KEPT, 0);

  Delivery after(Duration beforeHeaders) {
    return new Delivery(beforeHeaders, chunked, endless, pieceOctets, pause, ending, endingAfter);
  }

  Delivery inChunks() {
    return new Delivery(delay, true, endless, pieceOctets, pause, ending, endingAfter);
  }

  Delivery withoutEnd() {
    return new Delivery(delay, chunked, true, pieceOctets, pause, ending, endingAfter);
  }

  Delivery inPieces(int octets, Duration between) {
    return new Delivery(delay, chunked, endless, octets, between, ending, endingAfter);
  }

  Delivery ending(Ending how, int afterOctets) {
    return new Delivery(delay, chunked, endless, pieceOctets, pause, how, afterOctets);
  }
}
