// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.token.AccessToken;
import org.jwtvalidation.token.CheckReturnValue;

/**
 * What a {@link BearerAuthenticator} does for a framework that has rules and responses of its own.
 * Thread-safe.
 */
public final class FrameworkAuthenticator {

  private final BearerAuthenticator authenticator;

  private FrameworkAuthenticator(BearerAuthenticator authenticator) {
    this.authenticator = authenticator;
  }

  /**
   * Returns what a framework needs of an authenticator.
   *
   * @param authenticator the authenticator of the application
   * @return its side for frameworks
   */
  public static FrameworkAuthenticator of(BearerAuthenticator authenticator) {
    return new FrameworkAuthenticator(Objects.requireNonNull(authenticator, "authenticator"));
  }

  /**
   * Authenticates a request as {@link BearerAuthenticator#authenticateAsync(BearerRequest)}, but
   * monitors learn the outcome of a request with a valid token when the framework knows it. {@link
   * RequestPhase#AUTHORIZATION_CHECK} ends with the refusal of a token, and is not reported of one
   * that suffices.
   *
   * @param request the request, which is read before this method returns
   * @param sufficient completed by the framework with whether the valid token suffices, or with an
   *     exception if that is never known; not read for other requests
   * @return a future of the token, or of what to answer
   * @throws IllegalStateException if the validator is closed
   */
  @CheckReturnValue
  public CompletableFuture<BearerAnswer> authenticateAsync(
      BearerRequest request, CompletionStage<Boolean> sufficient) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(sufficient, "sufficient");
    return authenticator.authenticateForFramework(request, sufficient);
  }

  /**
   * Returns what {@link AccessRule#require} would throw, for a framework that wants a decision.
   *
   * @param rule the rule
   * @param token the validated token of the request
   * @return what the token lacks, for {@link BearerAuthenticator#refusal}; null if it passes
   * @throws NullPointerException if there is no token
   */
  public static @Nullable InsufficientTokenException lacking(AccessRule rule, AccessToken token) {
    return rule.failure(token);
  }

  /**
   * Returns what to answer to a request without a token. Monitors do not learn it.
   *
   * @param rule what the token must have
   * @return 401 with challenges
   */
  public BearerAnswer.Challenged missingToken(AccessRule rule) {
    return authenticator.missingToken(rule);
  }

  /**
   * Returns what checks that the senders of bound tokens possess the token's key.
   *
   * @return the checks, or null if there are none
   */
  public @Nullable ProofOfPossession proofOfPossession() {
    return authenticator.proofOfPossession();
  }

  /**
   * Returns the resource whose metadata the challenges name, and which the framework has to serve.
   *
   * @return the resource, or null if the challenges name none
   */
  public @Nullable ProtectedResource resource() {
    return authenticator.resource();
  }

  /**
   * Returns what to answer where a framework has validated the token, and {@link
   * ProofOfPossession#check} then refused the request. Monitors do not learn it.
   *
   * @param proof the answer of the check, which is not accepted
   * @param sentAsDpop whether the authentication scheme is {@code DPoP}, and not {@code Bearer}
   * @return 401 with challenges, or 503 if the proof is undecided
   * @throws IllegalArgumentException if the answer is accepted
   */
  public BearerAnswer.Refused refused(ProofAnswer proof, boolean sentAsDpop) {
    if (proof.isAccepted()) {
      throw new IllegalArgumentException(
          "proof: " + proof.result() + " is no refusal; ask for the answer to a refusal alone");
    }
    return authenticator.refusal(
        proof, sentAsDpop ? Scheme.DPOP : Scheme.BEARER, AccessRule.anyToken());
  }
}
