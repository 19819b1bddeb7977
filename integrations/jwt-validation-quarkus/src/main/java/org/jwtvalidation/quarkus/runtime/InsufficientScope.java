// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.runtime;

import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.interceptor.check.PermissionSecurityCheck;
import io.quarkus.security.spi.runtime.AuthorizationFailureEvent;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.http.BearerAnswer;
import org.jwtvalidation.http.BearerAuthenticator;
import org.jwtvalidation.http.FrameworkAuthenticator;
import org.jwtvalidation.http.InsufficientTokenException;
import org.jwtvalidation.token.AccessToken;

/**
 * Adds the challenge {@code insufficient_scope} to responses with status 403, where Quarkus has
 * found that a token does not suffice, with the scopes of the method if they are what it lacks, and
 * tells monitors. Of requests without a token, it keeps the rule for their challenge.
 */
@Singleton
public class InsufficientScope {

  /** Where the rule is that a request without a token has failed. */
  static final String RULE = InsufficientScope.class.getName();

  private static final String CHECK_OF_SCOPES = PermissionSecurityCheck.class.getName();

  private final BearerAuthenticator authenticator;
  private final MethodScopes scopes;

  InsufficientScope(BearerAuthenticator authenticator, MethodScopes scopes) {
    this.authenticator = authenticator;
    this.scopes = scopes;
  }

  void challenge(@Observes AuthorizationFailureEvent event) {
    if (event.getEventProperties().get(RoutingContext.class.getName())
        instanceof RoutingContext context) {
      SecurityIdentity identity = event.getSecurityIdentity();
      Throwable failure = event.getAuthorizationFailure();
      if (failure instanceof UnauthorizedException) {
        context.put(RULE, rule(event));
      } else if (failure instanceof ForbiddenException
          && identity != null
          && identity.getAttribute(AccessTokenIdentities.TOKEN) instanceof AccessToken token) {
        Sufficiency.refused(context);
        if (!context.response().headWritten()) {
          AccessRule rule = rule(event);
          // Null of a method that also asks for something else, if that is what the token lacks.
          InsufficientTokenException lacking =
              rule == null ? null : FrameworkAuthenticator.lacking(rule, token);
          context.addHeadersEndHandler(unused -> addTo(context, lacking));
        }
      }
    }
  }

  /** The rule whose check has failed, if it asks for scopes, or else null. */
  private @Nullable AccessRule rule(AuthorizationFailureEvent event) {
    String check = event.getAuthorizationContext();
    return check != null
            && check.startsWith(CHECK_OF_SCOPES)
            && event.getEventProperties().get(AuthorizationFailureEvent.SECURED_METHOD_KEY)
                instanceof String method
        ? scopes.rule(method)
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
