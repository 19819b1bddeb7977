// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.http.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.ProtectedResource;
import org.jwtvalidation.http.pop.BearerRequest;
import org.jwtvalidation.internal.metadata.MetadataAnswer;
import org.jwtvalidation.token.AccessToken;

/**
 * A filter that passes on requests with a valid token that suffices, and answers all others: 400,
 * 401, 403 or 503. Behind it, {@link #token} is the token, {@code getUserPrincipal()} its subject,
 * and {@code isUserInRole} asks for its roles. If what is there {@linkplain AccessRule#require
 * requires} more, the filter answers: a body is dropped, and header fields stay.
 *
 * <p>Several filters may be in the way of a request, and it may be dispatched again: the first of
 * each authenticator authenticates it, the others check their rule. Thread-safe.
 */
@SuppressWarnings("exports") // types of an optional module, which is not required transitively
public final class BearerFilter implements Filter {

  private static final String PASSED = BearerFilter.class.getName() + ".passed";

  private final BearerAuthenticator authenticator;
  private final AccessRule rule;

  /** What a request has that has passed filters: the last token, and that of each authenticator. */
  private record Passed(AccessToken last, Map<BearerAuthenticator, AccessToken> tokens) {}

  /**
   * Creates a filter.
   *
   * @param authenticator decides about the requests
   * @param rule what a token must have
   */
  public BearerFilter(BearerAuthenticator authenticator, AccessRule rule) {
    this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
    this.rule = Objects.requireNonNull(rule, "rule");
  }

  /**
   * Returns a view of a request for {@link BearerAuthenticator#authenticate}.
   *
   * @param request the request
   * @return the view, whose method, path and peer are the method, request URI and remote address of
   *     the container's own request, whatever wrappers say. Where proxies are trusted by their
   *     address, the container must not take it from header fields
   */
  public static BearerRequest requestOf(HttpServletRequest request) {
    return new ServletBearerRequest(request);
  }

  /**
   * Returns the token of a request that has passed a filter of this class.
   *
   * @param request the request
   * @return the validated token
   * @throws IllegalStateException if the request has not passed such a filter
   */
  public static AccessToken token(ServletRequest request) {
    if (request.getAttribute(PASSED) instanceof Passed passed) {
      return passed.last;
    }
    throw new IllegalStateException("the request has passed no BearerFilter; map one to its URL");
  }

  /**
   * Returns a filter that serves metadata to everybody, browsers included (RFC 9728 section 3), at
   * exactly their {@linkplain ProtectedResource#metadataPath path}. It comes before filters that
   * ask for a token.
   *
   * @param resource has the metadata
   * @return a filter, for {@code /.well-known/oauth-protected-resource/*} in the root context
   */
  public static Filter metadata(ProtectedResource resource) {
    Objects.requireNonNull(resource, "resource");
    return (request, response, chain) -> {
      BearerRequest asked = requestOf((HttpServletRequest) request);
      MetadataAnswer answer = MetadataAnswer.of(resource, asked.method(), asked.path());
      HttpServletResponse http = (HttpServletResponse) response;
      http.setStatus(answer.status());
      answer.fields().forEach(http::setHeader);
      if (answer.hasBody()) {
        http.getOutputStream().write(resource.json());
      }
    };
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!(request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse httpResponse)) {
      throw new ServletException("only HTTP requests have bearer tokens");
    }
    Map<BearerAuthenticator, AccessToken> tokens =
        request.getAttribute(PASSED) instanceof Passed passed ? passed.tokens : Map.of();
    BearerAnswer answer = answer(http, tokens.get(authenticator));
    if (answer instanceof BearerAnswer.Authenticated authenticated) {
      AccessToken token = authenticated.token();
      add(authenticated.headers(), httpResponse);
      Map<BearerAuthenticator, AccessToken> all = new HashMap<>(tokens);
      all.put(authenticator, token);
      request.setAttribute(PASSED, new Passed(token, all));
      try {
        chain.doFilter(new AuthenticatedRequest(http, token), response);
      } catch (IOException | ServletException | RuntimeException e) {
        InsufficientTokenException insufficient = InsufficientTokenException.in(e);
        if (insufficient == null) {
          throw e;
        }
        refuse(httpResponse, authenticator.refusal(requestOf(http), insufficient), e);
        if (http.isAsyncStarted()) {
          // The container ends it only where the exception comes out.
          http.getAsyncContext().complete();
        }
      }
    } else if (answer instanceof BearerAnswer.Refused refused) {
      add(refused.headers(), httpResponse);
      httpResponse.setStatus(refused.status());
    }
  }

  /** A proof of possession passes once, so that a request is not authenticated again. */
  private BearerAnswer answer(HttpServletRequest request, @Nullable AccessToken passed) {
    if (passed == null) {
      return authenticator.authenticate(requestOf(request), rule);
    }
    InsufficientTokenException lacking = FrameworkAuthenticator.lacking(rule, passed);
    return lacking == null
        ? new BearerAnswer.Authenticated(passed)
        : authenticator.refusal(requestOf(request), lacking);
  }

  /** Filters in front may have added header fields of their own. */
  private static void refuse(
      HttpServletResponse response, BearerAnswer.Refused refused, Exception cause) {
    if (response.isCommitted()) {
      throw InsufficientTokenException.tooLate(cause);
    }
    response.resetBuffer();
    response.setContentLength(0);
    add(refused.headers(), response);
    response.setStatus(refused.status());
  }

  private static void add(Map<String, List<String>> headers, HttpServletResponse response) {
    headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
  }
}
