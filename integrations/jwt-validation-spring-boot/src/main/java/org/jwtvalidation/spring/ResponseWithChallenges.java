// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.http.servlet.BearerFilter;
import org.jwtvalidation.internal.metadata.ExposedFields;

/** A response with {@link ServiceChallenges} in place of Spring Security's. */
final class ResponseWithChallenges extends HttpServletResponseWrapper {

  /**
   * The attribute of a request for the response to it, so that no handler may swallow a refusal.
   */
  static final String NAME = ResponseWithChallenges.class.getName();

  static final String FIELD = "WWW-Authenticate";

  private final HttpServletRequest request;
  private final @Nullable ProofExchange exchange;
  private final ServiceChallenges challenges;

  /** What Spring Security knows no status for, or null. */
  private @Nullable Challenged refusal;

  /** What a handler has refused, in this dispatch of the request or in an earlier one, or null. */
  private @Nullable InsufficientTokenException refused;

  ResponseWithChallenges(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable ProofExchange exchange,
      ServiceChallenges challenges) {
    super(response);
    this.request = request;
    this.exchange = exchange;
    this.challenges = challenges;
    this.refused =
        request.getAttribute(NAME) instanceof ResponseWithChallenges earlier
            ? earlier.refused
            : null;
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (value != null && FIELD.equalsIgnoreCase(name)) {
      super.setHeader(name, null);
      addHeader(name, value);
    } else {
      super.setHeader(name, value);
      exposeNonce(name);
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (value != null && FIELD.equalsIgnoreCase(name)) {
      inPlaceOf(value).forEach(each -> super.addHeader(name, each));
      ExposedFields.add(this::getHeaders, super::addHeader);
    } else {
      super.addHeader(name, value);
      exposeNonce(name);
    }
  }

  /**
   * Exposes a nonce that was there before the field {@code name}: Spring MVC allows an origin, as a
   * controller says, only after Spring Security.
   */
  private void exposeNonce(String name) {
    if (ExposedFields.areOf(name) && containsHeader(BearerAnswer.DPOP_NONCE)) {
      ExposedFields.add(this::getHeaders, super::addHeader);
    }
  }

  private List<String> inPlaceOf(String challenge) {
    Denial denied = request.getAttribute(Denial.NAME) instanceof Denial known ? known : null;
    if (denied == null || denied.failure() == null || Challenge.of(challenge) == null) {
      return challenges.inPlaceOf(challenge, exchange, denied);
    }
    refusal = challenges.refusal(BearerFilter.requestOf(request), denied.failure());
    return refusal.challenges();
  }

  @Override
  public void setStatus(int status) {
    super.setStatus(refusal == null ? status : refusal.status());
  }

  /**
   * Answers that a handler has refused the token.
   *
   * @throws IllegalStateException if the response has begun
   */
  void refuse(InsufficientTokenException failure) {
    if (isCommitted()) {
      throw InsufficientTokenException.tooLate(failure);
    }
    Challenged known = refused == failure ? refusal : null;
    Challenged answer =
        known == null ? challenges.refusal(BearerFilter.requestOf(request), failure) : known;
    resetBuffer();
    setContentType(null);
    setContentLength(0);
    answer.headers().forEach(this::replace);
    ExposedFields.add(this::getHeaders, super::addHeader);
    refusal = answer;
    setStatus(answer.status());
    refused = failure;
  }

  /** Also what an earlier dispatch of the request has left. */
  private void replace(String name, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      if (i == 0) {
        super.setHeader(name, values.get(i));
      } else {
        super.addHeader(name, values.get(i));
      }
    }
  }

  /**
   * Whether a handler has refused the token, also if what has called the handler has not let that
   * pass, and has begun another response since.
   */
  boolean isRefused() {
    if (refused != null && !isCommitted()) {
      refuse(refused);
    }
    return refused != null;
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    return isRefused() ? new NoOutput() : super.getOutputStream();
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    return isRefused() ? new PrintWriter(Writer.nullWriter()) : super.getWriter();
  }

  @Override
  public void flushBuffer() throws IOException {
    var unused = isRefused();
    super.flushBuffer();
  }
}
