package org.jwtvalidation.benchmark.suite.peers;

/** In place of the system before this one, which needs a newer Java. */
@SuppressWarnings("DoNotCallSuggester") // whoever asks for the row by name is to read why
final class Predecessor {

  /** A row that is there anyhow: JMH runs none twice. */
  static final String ROW = "JWT_VALIDATION";

  private Predecessor() {}

  static Peer<?> peer(Trust trust) {
    throw new UnsupportedOperationException("peer: built without PREDECESSOR, on Java below 21");
  }

  static TokenParser parser() {
    throw new UnsupportedOperationException("peer: built without PREDECESSOR, on Java below 21");
  }
}
