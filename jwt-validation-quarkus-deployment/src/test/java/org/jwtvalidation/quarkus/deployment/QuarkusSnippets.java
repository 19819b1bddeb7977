package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Map;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.jwtvalidation.IssuerConfig;
import org.jwtvalidation.http.config.IssuerCustomizer;
import org.jwtvalidation.testkit.TestIssuer;

/** The examples of the manual of the extension. */
// In the manual they are classes of their own.
@SuppressWarnings("ClassCanBeStatic")
final class QuarkusSnippets {

  private QuarkusSnippets() {}

  // tag::quarkus-resource[]
  @Path("/orders")
  public class OrdersResource {

    @Inject JsonWebToken token;

    @GET
    @Path("mine")
    @Authenticated
    public String mine() {
      return "orders of " + token.getSubject();
    }

    @GET
    @PermissionsAllowed("orders:read")
    public String all() {
      return "all orders";
    }
  }

  // end::quarkus-resource[]

  // tag::quarkus-customizer[]
  @Singleton
  public class NorthOnly implements IssuerCustomizer {

    @Override
    public void customize(String name, IssuerConfig.Builder issuer) {
      issuer.claimCheck("tenant", claims -> "north".equals(claims.string("tenant")));
    }
  }

  // end::quarkus-customizer[]

  // tag::quarkus-issuer[]
  public final class IssuerResource implements QuarkusTestResourceLifecycleManager {

    private final TestIssuer issuer = TestIssuer.start();

    @Override
    public Map<String, String> start() {
      return Map.of(
          "jwt-validation.issuers.shop.url", issuer.issuer(),
          "jwt-validation.issuers.shop.audience", issuer.audience(),
          "jwt-validation.issuers.shop.keys.allow-loopback-http", "true");
    }

    @Override
    public void inject(TestInjector injector) {
      injector.injectIntoFields(issuer, new TestInjector.MatchesType(TestIssuer.class));
    }

    @Override
    public void stop() {
      issuer.close();
    }
  }
  // end::quarkus-issuer[]
}
