// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.arc.Arc;
import io.quarkus.security.ForbiddenException;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.InsufficientTokenException;

/**
 * Sees the refusal of a token in a tool, around the check of annotations, where a framework makes a
 * result of every exception: the response keeps that body, and gets the status and the challenge.
 */
@AnswersRefusals
@Interceptor
@Priority(Interceptor.Priority.PLATFORM_BEFORE)
public class RefusalsOfTools {

  private final CurrentVertxRequest current;
  private final RequiredRules rules;

  RefusalsOfTools(CurrentVertxRequest current, RequiredRules rules) {
    this.current = current;
    this.rules = rules;
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
      BearerAnswer.Challenged refusal = rules.refusal(context, insufficient);
      context.addHeadersEndHandler(unused -> {
        response.setStatusCode(refusal.status());
        refusal.headers().forEach((name, values) -> response.headers().set(name, values));
      });
    } else if (failure instanceof ForbiddenException && !response.headWritten()) {
      // Runs before what adds the challenge to a response of this status.
      context.addHeadersEndHandler(unused -> response.setStatusCode(403));
    }
  }
}
