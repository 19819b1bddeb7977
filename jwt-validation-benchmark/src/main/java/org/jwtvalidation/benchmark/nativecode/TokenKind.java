// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.nativecode;

import java.util.Locale;

/** What is wrong with a token of the input file. */
enum TokenKind {
  GOOD,
  BAD_SIGNATURE,
  BAD_PAYLOAD,
  BAD_ALG,
  BAD_AUD,
  BAD_EXP;

  /** The word in the input file. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a verification of the signature alone refuses it. */
  boolean isBySignature() {
    return this == BAD_SIGNATURE || this == BAD_PAYLOAD;
  }

  static TokenKind of(String word) {
    for (TokenKind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("token: " + word + " is no kind of a token");
  }
}
