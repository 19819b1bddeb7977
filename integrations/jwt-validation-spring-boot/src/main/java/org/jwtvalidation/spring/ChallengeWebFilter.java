// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.internal.metadata.ExposedFields;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Puts challenges of this library in place of those of Spring Security, serves the metadata of the
 * service, and lets a {@link ValidatingReactiveJwtDecoder} check the proof of possession of a
 * request. It belongs in front of Spring Security, whose filter chains need no line for it: they
 * see the scheme {@code Bearer} also where the client has sent {@code DPoP}. What a handler
 * {@linkplain AccessRule#require requires} of the token is answered here, and so is 503 where
 * Spring Security lets the failure of a decoder pass. Thread-safe.
 */
public final class ChallengeWebFilter implements WebFilter, Ordered {

  /** Just around Spring Security, whose filter has the order -100. */
  private static final int ORDER = -101;

  private final ServiceChallenges challenges;
  private final @Nullable ProofOfPossession possession;
  private final @Nullable ProtectedResource resource;

  /**
   * Creates a filter.
   *
   * @param authenticator what makes the challenges; has the {@link ProofOfPossession} of the
   *     decoder, and the {@linkplain BearerAuthenticator.Builder#resource resource} whose metadata
   *     are served; without one, the well-known path is answered 404
   * @param hasRealm whether the realm of the challenges is that of the authenticator also where a
   *     filter chain names another
   */
  public ChallengeWebFilter(BearerAuthenticator authenticator, boolean hasRealm) {
    this.challenges = new ServiceChallenges(authenticator, hasRealm);
    this.possession = challenges.possession();
    this.resource = FrameworkAuthenticator.of(authenticator).resource();
  }

  /**
   * Returns a filter for the place behind Spring Security, as {@link
   * ChallengeFilter#outvotedDenials} does.
   *
   * @return the filter
   */
  public static WebFilter outvotedDenials() {
    return (exchange, chain) -> {
      exchange.getAttributes().remove(Denial.NAME);
      return chain.filter(exchange);
    };
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    String path = exchange.getRequest().getPath().pathWithinApplication().value();
    if (MetadataAnswer.isAt(path)) {
      return serve(exchange, path);
    }
    if (possession == null) {
      challengeBeforeCommit(exchange, null);
      return passOn(exchange, chain);
    }
    ProofExchange proof = proof(exchange, possession);
    challengeBeforeCommit(exchange, proof);
    String authorization = proof.authorization();
    ServerWebExchange passedOn =
        authorization == null
            ? exchange
            : exchange
                .mutate()
                .request(request ->
                    request.headers(fields -> fields.set(HttpHeaders.AUTHORIZATION, authorization)))
                .build();
    return passOn(passedOn, chain).contextWrite(context -> context.put(ProofExchange.NAME, proof));
  }

  private Mono<Void> passOn(ServerWebExchange exchange, WebFilterChain chain) {
    return chain
        .filter(exchange)
        .onErrorResume(
            AuthenticationServiceException.class,
            failure -> unavailable(exchange.getResponse(), failure))
        .onErrorResume(
            failure -> InsufficientTokenException.in(failure) != null,
            failure -> refused(exchange, failure));
  }

  private static Mono<Void> unavailable(
      ServerHttpResponse response, AuthenticationServiceException failure) {
    Unavailable answer = Unavailability.of(failure);
    if (answer == null || !response.setStatusCode(HttpStatusCode.valueOf(answer.status()))) {
      return Mono.error(failure);
    }
    answer.headers().forEach((name, values) -> response.getHeaders().put(name, values));
    return response.setComplete();
  }

  private Mono<Void> refused(ServerWebExchange exchange, Throwable failure) {
    InsufficientTokenException insufficient =
        Objects.requireNonNull(InsufficientTokenException.in(failure));
    ServerHttpResponse response = exchange.getResponse();
    if (response.isCommitted()) {
      return Mono.error(InsufficientTokenException.tooLate(failure));
    }
    HttpHeaders fields = response.getHeaders();
    fields.remove(HttpHeaders.CONTENT_TYPE);
    fields.setContentLength(0);
    fields.set(HttpHeaders.WWW_AUTHENTICATE, Challenge.BEARER);
    exchange.getAttributes().put(Denial.NAME, new Denial(AccessRule.anyToken(), insufficient));
    return response.setComplete();
  }

  private static ProofExchange proof(ServerWebExchange exchange, ProofOfPossession proofs) {
    ServerHttpRequest request = exchange.getRequest();
    return ProofExchange.of(
        proofs,
        new ReactiveBearerRequest(request),
        request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION),
        exchange.getResponse().getHeaders()::set);
  }

  private Mono<Void> serve(ServerWebExchange exchange, String path) {
    ServerHttpRequest request = exchange.getRequest();
    ServerHttpResponse response = exchange.getResponse();
    MetadataAnswer answer = MetadataAnswer.of(resource, request.getMethod().name(), path);
    response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
    answer.fields().forEach(response.getHeaders()::set);
    return resource == null || !answer.hasBody()
        ? response.setComplete()
        : response.writeWith(Mono.just(response.bufferFactory().wrap(resource.json())));
  }

  private void challengeBeforeCommit(ServerWebExchange exchange, @Nullable ProofExchange proof) {
    exchange
        .getResponse()
        .beforeCommit(() -> {
          challenge(exchange, proof);
          return Mono.empty();
        });
  }

  private void challenge(ServerWebExchange exchange, @Nullable ProofExchange proof) {
    HttpHeaders fields = exchange.getResponse().getHeaders();
    List<String> theirs = fields.getOrEmpty(HttpHeaders.WWW_AUTHENTICATE);
    if (!theirs.isEmpty()) {
      Denial denied = exchange.getAttribute(Denial.NAME);
      fields.put(
          HttpHeaders.WWW_AUTHENTICATE,
          theirs.stream()
              .flatMap(each -> inPlaceOf(each, exchange, proof, denied).stream())
              .distinct()
              .toList());
    }
    if (!theirs.isEmpty() || fields.getFirst(BearerAnswer.DPOP_NONCE) != null) {
      ExposedFields.add(fields::getOrEmpty, fields::add);
    }
  }

  private List<String> inPlaceOf(
      String challenge,
      ServerWebExchange exchange,
      @Nullable ProofExchange proof,
      @Nullable Denial denied) {
    if (denied == null || denied.failure() == null || Challenge.of(challenge) == null) {
      return challenges.inPlaceOf(challenge, proof, denied);
    }
    // As the client has sent it: behind this filter, the scheme is Bearer.
    Challenged answer =
        challenges.refusal(new ReactiveBearerRequest(exchange.getRequest()), denied.failure());
    exchange.getResponse().setStatusCode(HttpStatusCode.valueOf(answer.status()));
    return answer.challenges();
  }
}
