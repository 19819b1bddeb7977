// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.http.pop.ProofAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.token.AccessToken;

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
  private final Consumer<String> nonceOfResponse;
  private volatile @Nullable Decision decision;

  private record Decision(ProofOfPossession checks, String token, ProofAnswer answer) {}

  private ProofExchange(
      BearerRequest request, @Nullable String dpopToken, Consumer<String> nonceOfResponse) {
    this.request = request;
    this.dpopToken = dpopToken;
    this.nonceOfResponse = nonceOfResponse;
  }

  /**
   * An exchange whose proof is not checked yet.
   *
   * @param nonceOfResponse adds the header field with a nonce to the response
   */
  static ProofExchange of(
      ProofOfPossession checks, BearerRequest request, Consumer<String> nonceOfResponse) {
    boolean isDpop = !checks.algorithms().isEmpty();
    return new ProofExchange(request, isDpop ? dpopToken(request) : null, nonceOfResponse);
  }

  /** The token of the one field {@code Authorization} with the scheme {@code DPoP}, or null. */
  private static @Nullable String dpopToken(BearerRequest request) {
    List<String> fields = request.headerValues("Authorization");
    if (fields.size() != 1) {
      return null;
    }
    String field = fields.get(0).strip();
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
    decision = new Decision(checks, text, answer);
    if (answer.nonce() != null) {
      nonceOfResponse.accept(answer.nonce());
    }
    return answer;
  }

  /** What was refused of the proof, or null if nothing was. */
  @Nullable ProofAnswer refusal() {
    Decision known = decision;
    return known == null || known.answer.isAccepted() ? null : known.answer;
  }
}
