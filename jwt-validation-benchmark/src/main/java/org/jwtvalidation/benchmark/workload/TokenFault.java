// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.benchmark.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.jwtvalidation.testkit.Tampering;
import org.jwtvalidation.testkit.TestKey;
import org.jwtvalidation.testkit.TokenBuilder;
import org.jwtvalidation.token.Reason;

/**
 * The fault of a token of a {@link Workload}. The token otherwise resembles the valid ones, so that
 * its rejection costs as much as in practice. A later version may add constants.
 */
public enum TokenFault {

  /** Expired half a day ago, with a valid signature. */
  EXPIRED(Reason.EXPIRED) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.at(Clock.offset(Clock.systemUTC(), Duration.ofDays(-1)));
    }
  },

  /** One bit of the signature is wrong. */
  BAD_SIGNATURE(Reason.SIGNATURE_INVALID) {
    @Override
    String spoil(String token) {
      return Tampering.flipSignatureBit(token);
    }
  },

  /** Three segments; only the last character of the claims is not JSON. */
  MALFORMED(Reason.MALFORMED_JSON) {
    @Override
    String spoil(String token) {
      String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
      String json = new String(Base64.getUrlDecoder().decode(payload), UTF_8);
      return Tampering.replaceClaims(token, json.substring(0, json.length() - 1) + "]");
    }
  },

  /** For another audience, with a valid signature. */
  WRONG_AUDIENCE(Reason.AUDIENCE_MISMATCH) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.audience("other-api");
    }
  },

  /** From an issuer that is not trusted, with a valid signature by its key. */
  UNKNOWN_ISSUER(Reason.ISSUER_UNKNOWN) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.claim("iss", "https://stranger.example").signedBy(stranger);
    }
  },

  /** From a trusted issuer, signed by a key that it does not publish. */
  UNKNOWN_KEY(Reason.KEY_UNKNOWN) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.signedBy(stranger);
    }
  };

  private final Reason reason;

  TokenFault(Reason reason) {
    this.reason = reason;
  }

  /** {@return the reason for which a validator rejects such a token} */
  public Reason reason() {
    return reason;
  }

  /** Changes a token before it is signed. */
  TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
    return token;
  }

  /** Changes a signed token. */
  String spoil(String token) {
    return token;
  }
}
