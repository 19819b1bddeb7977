// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.jwk.SignatureAlgorithm;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.ConfirmationMethod;

/**
 * The challenges of one authenticator (RFC 6750 section 3, RFC 9449 section 7.1): one for each
 * scheme that it accepts. An error is in the challenge of the scheme that the client has used, if
 * that is accepted; the scopes of a 401 are in each.
 */
final class Challenges {

  /** Without {@code Bearer} if every token needs a DPoP proof, and {@code DPoP} without proofs. */
  private final Map<Scheme, String> accepted = new EnumMap<>(Scheme.class);

  /** What a 401 names where the rule names none. */
  private final List<String> otherwise;

  private final Challenged missingToken;

  /**
   * Challenges that have only text of the configuration.
   *
   * @param scopes what a 401 names where the rule names none
   * @param possession null if no proofs are checked
   * @throws IllegalArgumentException if the realm cannot be part of a header field
   */
  Challenges(
      String realm,
      List<String> scopes,
      @Nullable ProtectedResource resource,
      @Nullable ProofOfPossession possession) {
    this.otherwise = scopes;
    String metadata =
        resource == null
            ? ""
            : ", resource_metadata="
                + QuotedString.of("resource", resource.metadataUri().toASCIIString());
    String common = " realm=" + QuotedString.of("realm", realm) + metadata;
    if (possession == null
        || !possession.isRequired()
        || possession.methods().contains(ConfirmationMethod.X5T_S256)) {
      accepted.put(Scheme.BEARER, "Bearer" + common);
    }
    if (possession != null && possession.methods().contains(ConfirmationMethod.JKT)) {
      String algorithms = String.join(" ", proofAlgorithms(possession));
      accepted.put(Scheme.DPOP, "DPoP" + common + ", algs=\"" + algorithms + '"');
    }
    this.missingToken = challenged(401, Scheme.BEARER, "", parameter(scopes), null);
  }

  /**
   * The algorithms of DPoP proofs that this JDK has, also by the name that most clients know; none
   * if no such proofs are checked.
   */
  static List<String> proofAlgorithms(ProofOfPossession possession) {
    return possession.algorithms().stream()
        .filter(SignatureAlgorithm::isAvailable)
        .flatMap(algorithm ->
            algorithm == SignatureAlgorithm.ED25519
                ? Stream.of(algorithm.joseName(), "EdDSA")
                : Stream.of(algorithm.joseName()))
        .toList();
  }

  /**
   * An answer with each challenge.
   *
   * @param error what the challenge of the used scheme says
   * @param scope what each challenge says: clients may change the scheme
   */
  private Challenged challenged(
      int status, Scheme used, String error, String scope, @Nullable String dpopNonce) {
    List<String> challenges = new ArrayList<>(2);
    accepted.forEach((scheme, challenge) -> {
      boolean isUsed = scheme == used || accepted.size() == 1;
      challenges.add((isUsed ? challenge + error : challenge) + scope);
    });
    return new Challenged(status, challenges, dpopNonce);
  }

  /** The scopes of a 401. */
  private String asked(List<String> scopes) {
    return parameter(scopes.isEmpty() ? otherwise : scopes);
  }

  private static String parameter(List<String> scopes) {
    return scopes.isEmpty() ? "" : ", scope=" + QuotedString.of("scope", String.join(" ", scopes));
  }

  /** No {@code error}: the client may not have known that it needs a token. */
  Challenged missingToken(List<String> scopes) {
    return scopes.isEmpty()
        ? missingToken
        : challenged(401, Scheme.BEARER, "", parameter(scopes), null);
  }

  Challenged invalidRequest(Scheme used) {
    return challenged(400, used, ", error=\"invalid_request\"", "", null);
  }

  Challenged invalidToken(Scheme used, List<String> scopes) {
    return challenged(401, used, ", error=\"invalid_token\"", asked(scopes), null);
  }

  /** The sender does not prove possession of the token's key. */
  Challenged unproved(ProofAnswer proof, Scheme used, List<String> scopes) {
    return switch (proof.result()) {
      case NONCE_NEEDED -> unproved("use_dpop_nonce", scopes, proof.nonce());
      // The token is not for this use or not for this client (RFC 9449 sections 7.1 and 7.2).
      case UNBOUND, OTHER_KEY -> invalidToken(used, scopes);
      default ->
          used == Scheme.DPOP && isOfProof(proof.fault())
              ? unproved("invalid_dpop_proof", scopes, null)
              : invalidToken(used, scopes);
    };
  }

  /** Whether another DPoP proof may help: not in place of a certificate (RFC 8705 section 3). */
  private static boolean isOfProof(@Nullable String fault) {
    return !"certificate".equals(fault) && !"cnf".equals(fault);
  }

  private Challenged unproved(String error, List<String> scopes, @Nullable String dpopNonce) {
    return challenged(401, Scheme.DPOP, ", error=\"" + error + '"', asked(scopes), dpopNonce);
  }

  /** The token lacks {@code scopes}, or, if there are none, something that is no scope. */
  Challenged insufficientScope(List<String> scopes, Scheme used, @Nullable String dpopNonce) {
    String error = ", error=\"insufficient_scope\"" + parameter(scopes);
    return challenged(403, used, error, "", dpopNonce);
  }

  /**
   * The token does not suffice.
   *
   * @param needed what a new one needs in its place, or null if none would suffice
   * @param dpopNonce the next nonce of the client, or null if there is no other
   */
  Challenged insufficient(
      @Nullable Demand needed, AccessToken token, Scheme used, @Nullable String dpopNonce) {
    if (needed == null) {
      return insufficientScope(List.of(), used, dpopNonce);
    }
    AuthenticationDemand authentication = needed.authentication();
    if (authentication == null || authentication.isMetBy(token)) {
      return insufficientScope(needed.scopes(), used, dpopNonce);
    }
    // RFC 9470 section 3, and at the same time the scopes, so that the next token has them, too.
    String error = ", error=\"insufficient_user_authentication\"" + authentication.parameters();
    return challenged(401, used, error, parameter(needed.scopes()), dpopNonce);
  }
}
