package org.jwtvalidation.testkit;

import java.time.Duration;

/**
 * How an answer is sent.
 *
 * @param delay from the request to the first octet
 * @param chunked whether the body goes in chunks
 * @param endless whether the body is repeated for ever
 * @param pieceOctets the size of the pieces of the body, or 0 for no pieces
 * @param pause between two pieces
 * @param ending how it ends
 * @param endingAfter how many octets of the body are sent until then, unless the ending is {@link
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

  /** How the connection fares after an answer. */
  enum Ending {
    /** It waits for the next request. */
    KEPT,
    /** It is closed as by a server that has said all. */
    CLOSED,
    /** It is closed by a FIN, whatever is missing. */
    CUT,
    /** It is closed by an RST. */
    RESET,
    /** Nothing more is said, yet the connection stays. */
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
