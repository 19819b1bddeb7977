// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;

/**
 * Answers requests whose token fails a rule that the application itself requires, in a route or a
 * policy, and tells monitors.
 */
@Singleton
public class RequiredRules {

  /** Not made before the application is: its own bean may need what starts later. */
  private final Instance<BearerAuthenticator> authenticator;

  RequiredRules(Instance<BearerAuthenticator> authenticator) {
    this.authenticator = authenticator;
  }

  /** Ahead of handlers of the application, which take all failures alike. */
  void register(@Observes Router router) {
    router.route().order(Integer.MIN_VALUE).failureHandler(this::answer);
  }

  private void answer(RoutingContext context) {
    @Nullable Throwable failure = context.failure();
    InsufficientTokenException insufficient =
        failure == null ? null : InsufficientTokenException.in(failure);
    if (insufficient == null) {
      context.next();
      return;
    }
    BearerAnswer.Challenged refusal;
    try {
      refusal = refusal(context, insufficient);
    } catch (IllegalStateException e) {
      context.fail(e);
      return;
    }
    HttpServerResponse response = context.response().setStatusCode(refusal.status());
    // Of the answer that the handler has begun.
    response.headers().remove("Content-Type").remove("Content-Length");
    refusal.headers().forEach((name, values) -> response.headers().set(name, values));
    response.end();
  }

  /**
   * What to answer.
   *
   * @throws IllegalStateException if the response has begun
   */
  BearerAnswer.Challenged refusal(RoutingContext context, InsufficientTokenException failure) {
    if (context.response().headWritten()) {
      throw InsufficientTokenException.tooLate(failure);
    }
    Sufficiency.refused(context);
    ExposedChallenges.of(context.response());
    return authenticator.get().refusal(new RoutingContextRequest(context), failure);
  }
}
