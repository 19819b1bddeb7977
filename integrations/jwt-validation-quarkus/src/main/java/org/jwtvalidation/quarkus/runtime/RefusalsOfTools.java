// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.Arc;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Instance;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.InsufficientTokenException;

/**
 * Sees the refusal of a request in a tool, around the check of annotations, where a framework makes
 * a result of every exception: the response keeps that body, and gets the status and the challenge.
 */
@AnswersRefusals
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
public class RefusalsOfTools {

  private final CurrentVertxRequest current;
  private final RequiredRules rules;

  /** Not made before the application is, as in {@link RequiredRules}. */
  private final Instance<BearerMechanism> mechanism;

  RefusalsOfTools(
      CurrentVertxRequest current, RequiredRules rules, Instance<BearerMechanism> mechanism) {
    this.current = current;
    this.rules = rules;
    this.mechanism = mechanism;
  }

  @AroundInvoke
  @Nullable Object call(InvocationContext tool) throws Exception {
    RoutingContext context =
        Arc.container().requestContext().isActive() ? current.getCurrent() : null;
    if (context == null) {
      return tool.proceed();
    }
    try {
      Object result = tool.proceed();
      return result instanceof Uni<?> later
          ? later.onFailure().invoke(failure -> answer(context, failure))
          : result;
    } catch (Exception e) {
      answer(context, e);
      throw e;
    }
  }

  private void answer(RoutingContext context, Throwable failure) {
    InsufficientTokenException insufficient = InsufficientTokenException.in(failure);
    HttpServerResponse response = context.response();
    if (insufficient != null) {
      answer(context, rules.refusal(context, insufficient));
    } else if (failure instanceof UnauthorizedException && !response.headWritten()) {
      BearerAnswer.Refused missing = mechanism.get().refusal(context);
      if (missing != null) {
        answer(context, missing);
      }
    } else if (failure instanceof ForbiddenException && !response.headWritten()) {
      // Runs before what adds the challenge to a response of this status.
      context.addHeadersEndHandler(unused -> response.setStatusCode(403));
    }
  }

  private static void answer(RoutingContext context, BearerAnswer.Refused refusal) {
    HttpServerResponse response = context.response();
    context.addHeadersEndHandler(unused -> {
      response.setStatusCode(refusal.status());
      refusal.headers().forEach((name, values) -> response.headers().set(name, values));
    });
  }
}
