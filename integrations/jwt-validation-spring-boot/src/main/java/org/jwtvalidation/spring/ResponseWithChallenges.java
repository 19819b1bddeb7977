// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.spring;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/** A response with the challenges of {@link ProofChallenges} in place of Spring Security's. */
final class ResponseWithChallenges extends HttpServletResponseWrapper {

  static final String FIELD = "WWW-Authenticate";

  private final ProofExchange exchange;
  private final ProofChallenges challenges;

  ResponseWithChallenges(
      HttpServletResponse response, ProofExchange exchange, ProofChallenges challenges) {
    super(response);
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
      challenges.inPlaceOf(value, exchange).forEach(each -> super.addHeader(name, each));
    } else {
      super.addHeader(name, value);
    }
  }
}
