// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer.Challenged;
import org.jwtvalidation.http.servlet.BearerFilter;

/** A response with {@link ServiceChallenges} in place of Spring Security's. */
final class ResponseWithChallenges extends HttpServletResponseWrapper {

  static final String FIELD = "WWW-Authenticate";

  private final HttpServletRequest request;
  private final @Nullable ProofExchange exchange;
  private final ServiceChallenges challenges;

  /** What Spring Security knows no status for, or null. */
  private @Nullable Challenged refusal;

  ResponseWithChallenges(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable ProofExchange exchange,
      ServiceChallenges challenges) {
    super(response);
    this.request = request;
    this.exchange = exchange;
    this.challenges = challenges;
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (value != null && FIELD.equalsIgnoreCase(name)) {
      super.setHeader(name, null);
      addHeader(name, value);
    } else {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (value != null && FIELD.equalsIgnoreCase(name)) {
      inPlaceOf(value).forEach(each -> super.addHeader(name, each));
    } else {
      super.addHeader(name, value);
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
}
