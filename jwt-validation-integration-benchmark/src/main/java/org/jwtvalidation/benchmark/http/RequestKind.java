// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.http;

import java.util.List;
import java.util.function.Function;

/** A kind of request: its path, its tokens, and the status of the answer. */
enum RequestKind {
  /** Sends no token: what network and server take. */
  HEALTH("/health", 200, tokens -> List.of()),
  /** Sends a token that nothing reads: what its octets take. */
  UNREAD("/health", 200, Tokens::valid),
  /** Finds the token in the header. */
  HEADER("/header", 200, Tokens::valid),
  /** Asks a token that is validated already for the scope. */
  MOCK("/mock", 200, Tokens::valid),
  VALID("/orders", 200, Tokens::valid),
  MISSING("/orders", 401, tokens -> List.of()),
  EXPIRED("/orders", 401, Tokens::expired),
  FORGED("/orders", 401, Tokens::forged),
  MALFORMED("/orders", 401, Tokens::malformed),
  WRONG_AUDIENCE("/orders", 401, Tokens::forAnotherAudience);

  private final String path;
  private final int status;
  private final Function<Tokens, List<String>> tokens;

  RequestKind(String path, int status, Function<Tokens, List<String>> tokens) {
    this.path = path;
    this.status = status;
    this.tokens = tokens;
  }

  String path() {
    return path;
  }

  /** Whether the service validates a token. */
  boolean isValidated() {
    return path.equals("/orders") && this != MISSING;
  }

  /** The status that the answer must have. */
  int status() {
    return status;
  }

  /** The tokens of which each request sends one; empty if it sends none. */
  List<String> of(Tokens all) {
    return tokens.apply(all);
  }
}
