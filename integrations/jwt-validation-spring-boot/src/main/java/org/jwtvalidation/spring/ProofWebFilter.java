// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets a {@link ValidatingReactiveJwtDecoder} check the proof of possession of a request. It
 * belongs in front of Spring Security, whose filter chains need no line for it: they see the scheme
 * {@code Bearer} also where the client has sent {@code DPoP}. Their challenges name both schemes.
 * Thread-safe.
 */
public final class ProofWebFilter implements WebFilter, Ordered {

  /** Around Spring Security, whose filter has the order -100. */
  private static final int ORDER = -102;

  private final ProofOfPossession possession;
  private final ProofChallenges challenges;

  /**
   * Creates a filter.
   *
   * @param validator the validator of the decoder
   * @param possession checks the proofs
   */
  public ProofWebFilter(TokenValidator validator, ProofOfPossession possession) {
    this.possession = possession;
    this.challenges = new ProofChallenges(validator, possession);
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpResponse response = exchange.getResponse();
    ProofExchange proof =
        ProofExchange.of(
            possession,
            new ReactiveBearerRequest(exchange.getRequest()),
            nonce -> response.getHeaders().set(BearerAnswer.DPOP_NONCE, nonce));
    response.beforeCommit(() -> Mono.fromRunnable(() -> challenge(response, proof)));
    String authorization = proof.authorization();
    ServerWebExchange passedOn =
        authorization == null
            ? exchange
            : exchange
                .mutate()
                .request(request ->
                    request.headers(fields -> fields.set(HttpHeaders.AUTHORIZATION, authorization)))
                .build();
    return chain.filter(passedOn).contextWrite(context -> context.put(ProofExchange.NAME, proof));
  }

  private void challenge(ServerHttpResponse response, ProofExchange proof) {
    HttpHeaders fields = response.getHeaders();
    List<String> theirs = List.copyOf(fields.getOrEmpty(HttpHeaders.WWW_AUTHENTICATE));
    if (!theirs.isEmpty()) {
      fields.put(
          HttpHeaders.WWW_AUTHENTICATE,
          theirs.stream()
              .flatMap(each -> challenges.inPlaceOf(each, proof).stream())
              .distinct()
              .toList());
    }
  }
}
