package org.jwtvalidation.benchmark.suite.peers;

import de.cuioss.sheriff.token.commons.events.SecurityEventCounter;
import de.cuioss.sheriff.token.validation.pipeline.NonValidatingJwtParser;

/** The way to the system before this one, where the build has it. */
final class Predecessor {

  static final String ROW = "PREDECESSOR";

  private Predecessor() {}

  static Peer<?> peer(Trust trust) {
    return new TokenSheriff(trust);
  }

  static TokenParser parser() {
    NonValidatingJwtParser parser =
        NonValidatingJwtParser.builder().securityEventCounter(new SecurityEventCounter()).build();
    return parser::decode;
  }
}
