// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.net.URI;
import java.util.Base64;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.pop.DpopNonces;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.pop.ReplayStore;

/** The examples of the page about proof of possession, to the letter. */
final class ProofSnippets {

  private ProofSnippets() {}

  static BearerAuthenticator dpop(TokenValidator validator) {
    // tag::pop-dpop[]
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .dpop(URI.create("https://api.example")) // the public base URL of the service
            .required()
            .build();
    BearerAuthenticator bearer =
        BearerAuthenticator.builder(validator).proofOfPossession(possession).build();
    // end::pop-dpop[]
    return bearer;
  }

  static ProofOfPossession behindProxy() {
    // tag::pop-proxy[]
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .mutualTlsBehind(peer -> peer.getHostAddress().equals("10.0.0.1"))
            .build();
    // end::pop-proxy[]
    return possession;
  }

  static ProofOfPossession several(ReplayStore shared, String secret) {
    // tag::pop-nodes[]
    ProofOfPossession possession =
        ProofOfPossession.builder()
            .dpop(URI.create("https://api.example"))
            .replayStore(shared)
            .nonces(DpopNonces.shared(Base64.getDecoder().decode(secret)))
            .build();
    // end::pop-nodes[]
    return possession;
  }
}
