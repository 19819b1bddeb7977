// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Unavailable;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.ProofOfPossession;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.internal.metadata.ExposedFields;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.springframework.context.ApplicationListener;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authorization.event.AuthorizationDeniedEvent;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.util.WebUtils;

/**
 * Puts challenges of this library in place of those of Spring Security, serves the metadata of the
 * service, and lets a {@link ValidatingJwtDecoder} check the proof of possession of a request. It
 * belongs in front of Spring Security, for requests and the dispatches ASYNC and ERROR. Filter
 * chains need no line for it: they see the scheme {@code Bearer} also where the client has sent
 * {@code DPoP}. What a handler {@linkplain org.jwtvalidation.http.AccessRule#require requires} of
 * the token is answered here, and so is 503 where Spring Security lets the failure of a decoder
 * pass, which the container would answer with 500. Peer and URI of a request are those of the
 * container, not those of a filter that reads forwarded header fields. Thread-safe.
 */
public final class ChallengeFilter implements Filter {

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
  public ChallengeFilter(BearerAuthenticator authenticator, boolean hasRealm) {
    this.challenges = new ServiceChallenges(authenticator, hasRealm);
    this.possession = challenges.possession();
    this.resource = FrameworkAuthenticator.of(authenticator).resource();
  }

  /**
   * Returns a listener that lets challenges name the scopes that a rule of authorities asks for,
   * and those that the token has.
   *
   * @param prefix what the authority of a scope begins with
   * @return the listener, for the application context of the filter chains
   */
  public static ApplicationListener<AuthorizationDeniedEvent<?>> deniedScopes(String prefix) {
    return new DeniedScopes(prefix);
  }

  /**
   * Returns a filter for the place behind Spring Security, which forgets a rule that has denied the
   * request where another rule has sufficed: no later denial is its own.
   *
   * @return the filter, for the dispatches of this one
   */
  public static Filter outvotedDenials() {
    return (request, response, chain) -> {
      request.removeAttribute(Denial.NAME);
      chain.doFilter(request, response);
    };
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse to) {
      filter(http, to, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ResponseWithChallenges known =
        WebUtils.getNativeResponse(response, ResponseWithChallenges.class);
    if (known != null) {
      passOn(request, response, known, chain);
      return;
    }
    HttpServletRequest received = CurrentRequest.received(request);
    boolean isFirst = request.getDispatcherType() == DispatcherType.REQUEST;
    if (isFirst && MetadataAnswer.isAt(path(received))) {
      serve(received, response);
      return;
    }
    if (isFirst && possession != null) {
      request.setAttribute(
          ProofExchange.NAME,
          ProofExchange.of(
              possession,
              BearerFilter.requestOf(received),
              request.getHeader(HttpHeaders.AUTHORIZATION),
              (name, value) -> {
                response.setHeader(name, value);
                ExposedFields.add(response::getHeaders, response::addHeader);
              }));
    }
    ProofExchange exchange = (ProofExchange) request.getAttribute(ProofExchange.NAME);
    String authorization = isFirst && exchange != null ? exchange.authorization() : null;
    ResponseWithChallenges answer =
        new ResponseWithChallenges(request, response, exchange, challenges);
    passOn(
        authorization == null ? request : new RequestAsBearer(request, authorization),
        answer,
        answer,
        chain);
  }

  private static void passOn(
      HttpServletRequest request,
      HttpServletResponse response,
      ResponseWithChallenges answer,
      FilterChain chain)
      throws ServletException, IOException {
    request.setAttribute(ResponseWithChallenges.NAME, answer);
    // Decoders and handlers find the request there; a filter of Spring usually has put it there.
    boolean isKnown = RequestContextHolder.getRequestAttributes() != null;
    if (!isKnown) {
      RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
    }
    try {
      chain.doFilter(request, response);
    } catch (AuthenticationServiceException e) {
      Unavailable unavailable = Unavailability.of(e);
      if (unavailable == null || response.isCommitted()) {
        throw e;
      }
      // Not sendError, whose dispatch to the error page would need a token, too.
      response.setStatus(unavailable.status());
      unavailable
          .headers()
          .forEach((name, values) -> values.forEach(value -> response.setHeader(name, value)));
    } catch (IOException | ServletException | RuntimeException e) {
      InsufficientTokenException insufficient = InsufficientTokenException.in(e);
      if (insufficient == null) {
        throw e;
      }
      if (!answer.isRefused()) {
        answer.refuse(insufficient);
      }
      if (request.isAsyncStarted()) {
        // The container ends it only where the exception comes out.
        request.getAsyncContext().complete();
      }
      return;
    } finally {
      if (!isKnown) {
        RequestContextHolder.resetRequestAttributes();
      }
    }
    var unused = answer.isRefused();
  }

  private void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    MetadataAnswer answer = MetadataAnswer.of(resource, request.getMethod(), path);
    response.setStatus(answer.status());
    answer.fields().forEach(response::setHeader);
    if (resource != null && answer.hasBody()) {
      response.getOutputStream().write(resource.json());
    }
  }

  /** As the container has decoded it, since Spring Security decodes it, too. */
  private static String path(HttpServletRequest request) {
    String info = request.getPathInfo();
    return info == null ? request.getServletPath() : request.getServletPath() + info;
  }
}
