// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.HttpSecurityPolicy;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;
import org.jwtvalidation.http.AccessRule;
import org.jwtvalidation.token.AccessToken;

/** Endpoints, routes and a policy that require rules themselves, in an application. */
@Path("/tools")
@RequestScoped
@Authenticated
public class Tools {

  static final AccessRule WRITE = AccessRule.allScopes("orders:read", "orders:write");
  static final AccessRule PAY =
      AccessRule.scope("orders:pay")
          .and(AccessRule.authentication().acr("gold", "silver").within(Duration.ofMinutes(5)));

  private final AccessToken token;
  private final RoutingContext context;

  Tools(AccessToken token, RoutingContext context) {
    this.token = token;
    this.context = context;
  }

  @GET
  @Path("blocking")
  public String blocking() {
    WRITE.require(token);
    return "written";
  }

  @GET
  @Path("loop")
  @NonBlocking
  public String loop() {
    WRITE.require(token);
    return "written";
  }

  @GET
  @Path("later")
  public Uni<String> later() {
    AccessToken ofRequest = token;
    return Uni.createFrom()
        .item("written")
        .onItem()
        .delayIt()
        .by(Duration.ofMillis(1))
        .invoke(() -> WRITE.require(ofRequest));
  }

  /** Not by an annotation, which Quarkus refuses in classes that Java 17 can load. */
  @GET
  @Path("virtual")
  public Uni<String> virtual() {
    AccessToken ofRequest = token;
    return Uni.createFrom()
        .item("written")
        .emitOn(Tools::startVirtual)
        .invoke(() -> WRITE.require(ofRequest));
  }

  private static void startVirtual(Runnable task) {
    if (Runtime.version().feature() < 21) {
      new Thread(task).start();
      return;
    }
    try {
      var unused = Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @GET
  @Path("pay")
  public String pay() {
    PAY.require(token);
    return "paid";
  }

  @GET
  @Path("begun")
  public String begun() {
    context.response().setChunked(true).write("begun").toCompletionStage();
    WRITE.require(token);
    return "written";
  }

  /** Takes all failures that no other mapper takes. */
  @Provider
  public static class Everything implements ExceptionMapper<RuntimeException> {

    @Override
    public Response toResponse(RuntimeException failure) {
      return failure instanceof WebApplicationException ofRest
          ? ofRest.getResponse()
          : Response.status(599).build();
    }
  }

  /** Routes without an endpoint, and with a handler for all their failures. */
  @Singleton
  public static class Routes {

    void add(@Observes Router router) {
      router.route("/routes/*").failureHandler(context -> context.response().end("failed"));
      router
          .get("/routes/loop")
          .handler(context -> {
            WRITE.require(token(context));
            context.end("written");
          });
      router
          .get("/routes/blocking")
          .blockingHandler(context -> {
            PAY.require(token(context));
            context.end("paid");
          });
      router
          .get("/begun")
          .handler(context -> {
            context.response().setChunked(true).write("begun").toCompletionStage();
            WRITE.require(token(context));
          });
    }

    private static AccessToken token(RoutingContext context) {
      return ((QuarkusHttpUser) context.user())
          .getSecurityIdentity()
          .getAttribute(AccessToken.class.getName());
    }
  }

  /** A rule for paths. */
  @ApplicationScoped
  public static class Payments implements HttpSecurityPolicy {

    @Override
    public String name() {
      return "payments";
    }

    @Override
    public Uni<CheckResult> checkPermission(
        RoutingContext request,
        Uni<SecurityIdentity> identity,
        AuthorizationRequestContext unused) {
      return identity.map(user -> {
        AccessToken token = user.getAttribute(AccessToken.class.getName());
        if (token == null) {
          return CheckResult.DENY;
        }
        PAY.require(token);
        return CheckResult.PERMIT;
      });
    }
  }
}
