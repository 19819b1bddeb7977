// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * The challenges of one authenticator (RFC 6750 section 3, RFC 9449 section 7.1): one for each
 * scheme that it accepts. An error is in the challenge of the scheme that the client has used, if
 * that is accepted.
 */
final class Challenges {

  /** The challenge for {@code Bearer}, or null if every token needs a DPoP proof. */
  private final @Nullable String bearer;

  /** The challenge for {@code DPoP}, or null if no proofs are checked. */
  private final @Nullable String dpop;

  private final Challenged missingToken;

  /**
   * Challenges that have only text of the configuration.
   *
   * @param possession null if no proofs are checked
   * @throws IllegalArgumentException if the realm cannot be part of a header field
   */
  Challenges(
      String realm, @Nullable ProtectedResource resource, @Nullable ProofOfPossession possession) {
    String metadata =
        resource == null
            ? ""
            : ", resource_metadata="
                + QuotedString.of("resource", resource.metadataUri().toASCIIString());
    String common = " realm=" + QuotedString.of("realm", realm) + metadata;
    this.bearer = acceptsBearer(possession) ? "Bearer" + common : null;
    this.dpop =
        possession != null && possession.methods().contains(ConfirmationMethod.JKT)
            ? "DPoP" + common + ", algs=\"" + names(possession) + '"'
            : null;
    this.missingToken = challenged(401, Scheme.BEARER, "", null);
  }

  private static boolean acceptsBearer(@Nullable ProofOfPossession possession) {
    return possession == null
        || !possession.isRequired()
        || possession.methods().contains(ConfirmationMethod.X5T_S256);
  }

  /** The algorithms that this JDK has, also by the name that most clients know. */
  private static String names(ProofOfPossession possession) {
    return possession.algorithms().stream()
        .filter(SignatureAlgorithm::isAvailable)
        .flatMap(algorithm ->
            algorithm == SignatureAlgorithm.ED25519
                ? Stream.of(algorithm.joseName(), "EdDSA")
                : Stream.of(algorithm.joseName()))
        .collect(Collectors.joining(" "));
  }

  private Challenged challenged(int status, Scheme used, String error, @Nullable String dpopNonce) {
    List<String> challenges = new ArrayList<>(2);
    if (bearer != null) {
      challenges.add(used == Scheme.BEARER || dpop == null ? bearer + error : bearer);
    }
    if (dpop != null) {
      challenges.add(used == Scheme.DPOP || bearer == null ? dpop + error : dpop);
    }
    return new Challenged(status, challenges, dpopNonce);
  }

  /** No {@code error}: the client may not have known that it needs a token. */
  Challenged missingToken() {
    return missingToken;
  }

  Challenged invalidRequest(Scheme used) {
    return challenged(400, used, ", error=\"invalid_request\"", null);
  }

  Challenged invalidToken(Scheme used) {
    return challenged(401, used, ", error=\"invalid_token\"", null);
  }

  Challenged invalidProof() {
    return challenged(401, Scheme.DPOP, ", error=\"invalid_dpop_proof\"", null);
  }

  Challenged useNonce(@Nullable String dpopNonce) {
    return challenged(401, Scheme.DPOP, ", error=\"use_dpop_nonce\"", dpopNonce);
  }

  /** The token lacks {@code scopes}, or, if there are none, something that is no scope. */
  Challenged insufficientScope(List<String> scopes, Scheme used) {
    String scope =
        scopes.isEmpty() ? "" : ", scope=" + QuotedString.of("scope", String.join(" ", scopes));
    return challenged(403, used, ", error=\"insufficient_scope\"" + scope, null);
  }
}
