// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;

/**
 * Challenges where proofs are checked (RFC 9449 section 7.1): those of Spring Security, which name
 * the scheme Bearer alone, with the scheme DPoP; and those of this library for a refused proof.
 */
final class ProofChallenges {

  private static final String BEARER = "Bearer";
  private static final String DPOP = "DPoP";

  private final FrameworkAuthenticator authenticator;

  /** Without a token: what schemes are accepted. */
  private final List<String> offered;

  ProofChallenges(TokenValidator validator, ProofOfPossession checks) {
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(validator).proofOfPossession(checks).build();
    this.authenticator = FrameworkAuthenticator.of(bearer);
    this.offered =
        bearer.authenticate(BearerRequest.of("GET", null, name -> List.of()))
                instanceof Challenged challenged
            ? challenged.challenges()
            : List.of();
  }

  /** The challenges in place of one that Spring Security sends. */
  List<String> inPlaceOf(String challenge, ProofExchange exchange) {
    ProofAnswer refusal = exchange.refusal();
    if (refusal != null) {
      return authenticator.refused(refusal, exchange.isSentAsDpop()) instanceof Challenged answer
          ? answer.challenges()
          : List.of(challenge);
    }
    String algorithms = algorithms();
    if (algorithms == null || !challenge.startsWith(BEARER)) {
      return List.of(challenge);
    }
    boolean acceptsBearer = offered.size() > 1;
    if (acceptsBearer && !exchange.isSentAsDpop()) {
      return List.of(challenge, DPOP + " " + algorithms);
    }
    String parameters = challenge.substring(BEARER.length());
    String ofDpop = DPOP + parameters + (parameters.isEmpty() ? " " : ", ") + algorithms;
    return acceptsBearer ? List.of(BEARER, ofDpop) : List.of(ofDpop);
  }

  /** The parameter with the accepted algorithms, or null without DPoP. */
  private @Nullable String algorithms() {
    String last = offered.get(offered.size() - 1);
    return last.startsWith(DPOP) ? last.substring(last.indexOf("algs=")) : null;
  }
}
