// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.InsufficientTokenException;

/**
 * Answers where Quarkus REST has an endpoint that requires a rule: ahead of mappers that the
 * application has for all exceptions.
 */
@Singleton
public class InsufficientTokenMapper implements ExceptionMapper<InsufficientTokenException> {

  private final RequiredRules rules;
  private final CurrentVertxRequest current;

  InsufficientTokenMapper(RequiredRules rules, CurrentVertxRequest current) {
    this.rules = rules;
    this.current = current;
  }

  @Override
  public Response toResponse(InsufficientTokenException failure) {
    BearerAnswer.Challenged refusal = rules.refusal(current.getCurrent(), failure);
    Response.ResponseBuilder response = Response.status(refusal.status());
    refusal
        .headers()
        .forEach((name, values) -> values.forEach(value -> response.header(name, value)));
    return response.build();
  }
}
