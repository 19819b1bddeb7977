package org.jwtvalidation.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.jwtvalidation.Reason;

/**
 * What is wrong with a token of a {@link Workload} that is otherwise like its neighbours: as long,
 * as well made, of one of the same issuers. To find the fault costs what it costs in earnest.
 */
public enum TokenFault {

  /** Over for half a day, and well signed. */
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

  /** Three segments; the claims are JSON but for their last character. */
  MALFORMED(Reason.MALFORMED_JSON) {
    @Override
    String spoil(String token) {
      String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
      String json = new String(Base64.getUrlDecoder().decode(payload), UTF_8);
      return Tampering.replaceClaims(token, json.substring(0, json.length() - 1) + "]");
    }
  },

  /** For somebody else, and well signed. */
  WRONG_AUDIENCE(Reason.AUDIENCE_MISMATCH) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.audience("other-api");
    }
  },

  /** From an issuer that is not trusted, well signed by its key. */
  UNKNOWN_ISSUER(Reason.ISSUER_UNKNOWN) {
    @Override
    TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
      return token.claim("iss", "https://stranger.example").signedBy(stranger);
    }
  },

  /** In the name of a trusted issuer, well signed by a key that it does not have. */
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

  /** {@return why a validator rejects such a token} */
  public Reason reason() {
    return reason;
  }

  /** Changes a token in the making. */
  TokenBuilder spoil(TokenBuilder token, TestKey stranger) {
    return token;
  }

  /** Changes a finished token. */
  String spoil(String token) {
    return token;
  }
}
