// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.internal.rules;

import java.security.ProviderException;
import org.jwtvalidation.internal.concurrent.FailureLog;
import org.jwtvalidation.internal.jws.CompactJws;
import org.jwtvalidation.internal.jws.VerifiedJws;
import org.jwtvalidation.jwk.SignatureVerifier;
import org.jwtvalidation.token.Reason;
import org.jwtvalidation.token.UndecidedException;

/** The signature of a token or a proof must match. Thread-safe. */
public final class SignatureRule {

  private final String verified;
  private final FailureLog failures = new FailureLog();

  /**
   * Creates the rule.
   *
   * @param verified what is verified, in the plural, for the log
   */
  public SignatureRule(String verified) {
    this.verified = verified;
  }

  /**
   * Verifies a signature.
   *
   * @throws UndecidedException if the provider fails before it has compared the signature
   */
  public VerifiedJws check(CompactJws jws, SignatureVerifier verifier) throws RuleViolation {
    VerifiedJws matched;
    try {
      matched = VerifiedJws.verify(jws, verifier);
    } catch (ProviderException e) {
      throw undecided(e);
    }
    if (matched == null) {
      throw RuleViolation.of(Reason.SIGNATURE_INVALID);
    }
    return matched;
  }

  private UndecidedException undecided(ProviderException failure) {
    String message = String.valueOf(failure.getMessage());
    Throwable cause = failure.getCause();
    failures.log(message, verified + " are undecided", cause == null ? failure : cause);
    return new UndecidedException(message, cause);
  }
}
