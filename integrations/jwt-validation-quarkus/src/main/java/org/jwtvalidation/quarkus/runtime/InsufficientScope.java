// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.ForbiddenException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.spi.runtime.AuthorizationFailureEvent;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.token.AccessToken;

/**
 * Adds the challenge {@code insufficient_scope} to responses with status 403, where Quarkus has
 * found that a token does not suffice, and tells monitors.
 */
@Singleton
public class InsufficientScope {

  private final BearerAuthenticator authenticator;

  InsufficientScope(BearerAuthenticator authenticator) {
    this.authenticator = authenticator;
  }

  void challenge(@Observes AuthorizationFailureEvent event) {
    SecurityIdentity identity = event.getSecurityIdentity();
    boolean isByToken =
        identity != null
            && identity.getAttribute(AccessTokenIdentities.TOKEN) instanceof AccessToken;
    if (isByToken
        && event.getAuthorizationFailure() instanceof ForbiddenException
        && event.getEventProperties().get(RoutingContext.class.getName())
            instanceof RoutingContext context) {
      Sufficiency.refused(context);
      if (!context.response().headWritten()) {
        context.addHeadersEndHandler(unused -> addTo(context));
      }
    }
  }

  /**
   * Not to a response in which the application hides the refusal, or has a challenge of its own.
   */
  private void addTo(RoutingContext context) {
    HttpServerResponse response = context.response();
    MultiMap fields = response.headers();
    if (response.getStatusCode() == 403 && !fields.contains("WWW-Authenticate")) {
      authenticator
          .insufficientScope(new RoutingContextRequest(context))
          .headers()
          .forEach((name, values) -> fields.set(name, values));
    }
  }
}
