// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jwtvalidation.TokenValidator;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets a {@link ValidatingJwtDecoder} check the proof of possession of a request. It belongs in
 * front of Spring Security, whose filter chains need no line for it: they see the scheme {@code
 * Bearer} also where the client has sent {@code DPoP}. Their challenges name both schemes. Peer and
 * URI of a request are those of the container, not those of a filter that reads forwarded header
 * fields. Thread-safe.
 */
public final class ProofFilter extends OncePerRequestFilter {

  private final ProofOfPossession possession;
  private final ProofChallenges challenges;

  /**
   * Creates a filter.
   *
   * @param validator the validator of the decoder
   * @param possession checks the proofs
   */
  public ProofFilter(TokenValidator validator, ProofOfPossession possession) {
    this.possession = possession;
    this.challenges = new ProofChallenges(validator, possession);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ProofExchange exchange =
        ProofExchange.of(
            possession,
            BearerFilter.requestOf(ofContainer(request)),
            nonce -> response.setHeader(BearerAnswer.DPOP_NONCE, nonce));
    request.setAttribute(ProofExchange.NAME, exchange);
    String authorization = exchange.authorization();
    HttpServletRequest passedOn =
        authorization == null ? request : new RequestAsBearer(request, authorization);
    // The decoder finds the request there; a filter of Spring usually has put it there.
    boolean isKnown = RequestContextHolder.getRequestAttributes() != null;
    if (!isKnown) {
      RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
    }
    try {
      chain.doFilter(passedOn, new ResponseWithChallenges(response, exchange, challenges));
    } finally {
      if (!isKnown) {
        RequestContextHolder.resetRequestAttributes();
      }
    }
  }

  private static HttpServletRequest ofContainer(HttpServletRequest request) {
    HttpServletRequest innermost = request;
    while (innermost instanceof HttpServletRequestWrapper wrapper
        && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
      innermost = wrapped;
    }
    return innermost;
  }
}
