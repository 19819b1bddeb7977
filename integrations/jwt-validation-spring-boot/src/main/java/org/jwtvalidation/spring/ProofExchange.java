// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.token.AccessToken;
import org.springframework.http.HttpHeaders;

/**
 * A request, for the check of its proof by the decoder, and what came of it, for the response. One
 * thread at a time.
 */
final class ProofExchange {

  /** The attribute of a request, and the key of a reactive context. */
  static final String NAME = ProofExchange.class.getName();

  private static final String DPOP = "DPoP";
  private static final String BEARER = "Bearer";

  private final BearerRequest request;
  private final @Nullable String dpopToken;
  private final BiConsumer<String, String> response;
  private volatile @Nullable Decision decision;

  private record Decision(ProofOfPossession checks, String token, ProofAnswer answer) {}

  private ProofExchange(
      BearerRequest request, @Nullable String dpopToken, BiConsumer<String, String> response) {
    this.request = request;
    this.dpopToken = dpopToken;
    this.response = response;
  }

  /**
   * An exchange whose proof is not checked yet.
   *
   * @param request as the server has received it
   * @param authorization what filters in front have left of its field {@code Authorization}, or
   *     null
   * @param response sets a header field of the response
   */
  static ProofExchange of(
      ProofOfPossession checks,
      BearerRequest request,
      @Nullable String authorization,
      BiConsumer<String, String> response) {
    boolean isRead =
        !checks.algorithms().isEmpty() && request.headerValues("Authorization").size() == 1;
    String token = isRead && authorization != null ? dpopToken(authorization) : null;
    return new ProofExchange(request, token, response);
  }

  /** The token of credentials with the scheme {@code DPoP}, or null. */
  private static @Nullable String dpopToken(String authorization) {
    String field = authorization.strip();
    boolean hasScheme =
        field.toLowerCase(Locale.ROOT).startsWith("dpop ") && field.length() > DPOP.length() + 1;
    return hasScheme ? field.substring(DPOP.length()).strip() : null;
  }

  /**
   * What Spring Security's filter for bearer tokens is to read in {@code Authorization}, since it
   * knows no other scheme; null if it may read what the client has sent.
   */
  @Nullable String authorization() {
    return dpopToken == null ? null : BEARER + " " + dpopToken;
  }

  boolean isSentAsDpop() {
    return dpopToken != null;
  }

  /**
   * Checks the proof for a valid token. A second decoder that asks about the same token gets the
   * same answer, as a proof is good for one use.
   */
  CompletableFuture<ProofAnswer> check(ProofOfPossession checks, AccessToken token, String text) {
    ProofAnswer known = known(checks, text);
    return known != null
        ? CompletableFuture.completedFuture(known)
        : checks
            .check(token, text, text.equals(dpopToken), request)
            .thenApply(answer -> decided(checks, text, answer));
  }

  /** The same on this thread, which waits for the replay store. */
  ProofAnswer checkAndWait(ProofOfPossession checks, AccessToken token, String text) {
    ProofAnswer known = known(checks, text);
    return known != null
        ? known
        : decided(checks, text, checks.checkAndWait(token, text, text.equals(dpopToken), request));
  }

  private @Nullable ProofAnswer known(ProofOfPossession checks, String text) {
    Decision known = decision;
    return known != null && known.checks == checks && known.token.equals(text)
        ? known.answer
        : null;
  }

  private ProofAnswer decided(ProofOfPossession checks, String text, ProofAnswer answer) {
    Decision before = decision;
    // An application may decode further tokens, with which the request is not authenticated.
    if (before == null || !before.answer.isAccepted()) {
      decision = new Decision(checks, text, answer);
    }
    if (answer.nonce() != null) {
      // As of every other answer with a nonce; stored ones would bring old nonces.
      response.accept(BearerAnswer.DPOP_NONCE, answer.nonce());
      response.accept(HttpHeaders.CACHE_CONTROL, "no-store");
    }
    return answer;
  }

  /** What was refused of the proof, or null if nothing was. */
  @Nullable ProofAnswer refusal() {
    Decision known = decision;
    return known == null || known.answer.isAccepted() ? null : known.answer;
  }
}
