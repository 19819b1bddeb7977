// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.ForbiddenException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.interceptor.check.PermissionSecurityCheck;
import io.quarkus.security.spi.runtime.AuthorizationFailureEvent;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.token.AccessToken;

/**
 * Adds the challenge {@code insufficient_scope} to responses with status 403, where Quarkus has
 * found that a token does not suffice, with the scopes of the method if they are what it lacks, and
 * tells monitors.
 */
@Singleton
public class InsufficientScope {

  private static final String CHECK_OF_SCOPES = PermissionSecurityCheck.class.getName();

  private final BearerAuthenticator authenticator;
  private final MethodScopes scopes;

  InsufficientScope(BearerAuthenticator authenticator, MethodScopes scopes) {
    this.authenticator = authenticator;
    this.scopes = scopes;
  }

  void challenge(@Observes AuthorizationFailureEvent event) {
    SecurityIdentity identity = event.getSecurityIdentity();
    if (identity != null
        && identity.getAttribute(AccessTokenIdentities.TOKEN) instanceof AccessToken token
        && event.getAuthorizationFailure() instanceof ForbiddenException
        && event.getEventProperties().get(RoutingContext.class.getName())
            instanceof RoutingContext context) {
      Sufficiency.refused(context);
      if (!context.response().headWritten()) {
        InsufficientTokenException lacking = lacking(event, token);
        context.addHeadersEndHandler(unused -> addTo(context, lacking));
      }
    }
  }

  /** Of a method that also asks for something else, that may be what the token lacks. */
  private @Nullable InsufficientTokenException lacking(
      AuthorizationFailureEvent event, AccessToken token) {
    String check = event.getAuthorizationContext();
    return check != null
            && check.startsWith(CHECK_OF_SCOPES)
            && event.getEventProperties().get(AuthorizationFailureEvent.SECURED_METHOD_KEY)
                instanceof String method
        ? scopes.lacking(method, token)
        : null;
  }

  /**
   * Not to a response in which the application hides the refusal, or has a challenge of its own.
   */
  private void addTo(RoutingContext context, @Nullable InsufficientTokenException lacking) {
    HttpServerResponse response = context.response();
    MultiMap fields = response.headers();
    if (response.getStatusCode() == 403 && !fields.contains("WWW-Authenticate")) {
      RoutingContextRequest request = new RoutingContextRequest(context);
      BearerAnswer.Challenged refusal =
          lacking == null
              ? authenticator.insufficientScope(request)
              : authenticator.refusal(request, lacking);
      refusal.headers().forEach((name, values) -> fields.set(name, values));
      ExposedChallenges.of(response);
    }
  }
}
