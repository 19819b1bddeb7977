// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import org.jspecify.annotations.Nullable;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.JwsParser;
import org.jwtvalidation.internal.jws.MalformedJwsException;
import org.jwtvalidation.token.Reason;

/** Rules for the form of a token or a proof: before parsing, and when parsing fails. */
public final class FormatRules {

  private FormatRules() {}

  /** Returns the text itself, if it is present and not too long. */
  public static String check(@Nullable String text, int maxLength) throws RuleViolation {
    if (text == null) {
      throw RuleViolation.of(Reason.TOKEN_EMPTY);
    }
    if (text.length() > maxLength) {
      throw RuleViolation.of(Reason.TOKEN_TOO_LARGE);
    }
    // Reads up to the first character that is not white space: the first one of any real token.
    if (text.isBlank()) {
      throw RuleViolation.of(Reason.TOKEN_EMPTY);
    }
    return text;
  }

  /** Parses a text that has passed {@link #check}. */
  public static CompactJws parse(String text, JwsParser parser) throws RuleViolation {
    try {
      return parser.parse(text);
    } catch (MalformedJwsException e) {
      throw violation(e);
    }
  }

  /** The rule that is broken by a text that cannot be parsed. */
  private static RuleViolation violation(MalformedJwsException malformed) {
    return switch (malformed.fault()) {
      case TEXT_AROUND -> RuleViolation.of(Reason.TEXT_AROUND_TOKEN, null, Hint.TEXT_AROUND);
      case ENCRYPTED -> RuleViolation.of(Reason.ENCRYPTED_TOKEN);
      case SEGMENTS -> RuleViolation.of(Reason.MALFORMED_SEGMENTS, null, Hint.OPAQUE);
      case BASE64 -> RuleViolation.of(Reason.MALFORMED_BASE64);
      case JSON -> RuleViolation.of(Reason.MALFORMED_JSON);
      case LIMIT -> RuleViolation.of(Reason.LIMIT_EXCEEDED);
    };
  }
}
