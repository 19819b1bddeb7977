// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.http.requests.RawRequest;

/** Proofs for other paths than that of the request, with forwarded fields read. */
@Tag("jdk-independent")
class RequestPathAttackTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(PathsOfProofs.class, RawRequest.class, Paths.class)
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", PathsOfProofs.PUBLIC_BASE)
          .overrideConfigKey("quarkus.http.proxy.proxy-address-forwarding", "true")
          .overrideConfigKey("quarkus.http.proxy.allow-forwarded", "true")
          .overrideConfigKey("quarkus.http.proxy.allow-x-forwarded", "true")
          .overrideConfigKey("quarkus.http.proxy.enable-forwarded-host", "true")
          .overrideConfigKey("quarkus.http.proxy.enable-forwarded-prefix", "true");

  @Path("/")
  @Authenticated
  public static class Paths {

    @GET
    @Path("public")
    public String ofAll() {
      return "handler=public";
    }

    @GET
    @Path("admin")
    public String admin() {
      return "handler=admin";
    }

    @GET
    @Path("{any:.*}")
    public String other() {
      return "handler=other";
    }
  }

  private static PathsOfProofs paths() {
    int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", int.class);
    return new PathsOfProofs(port, Issuer.ISSUER);
  }

  @Test
  @DisplayName("111: a proof for a path that Host, forwarded fields or an authority name")
  void comparesProofsWithThePathThatIsServed() {
    PathsOfProofs paths = paths();
    paths.everyProofIsForOneHandler();
    paths.noFieldChangesWhatIsAccepted();
    paths.theQueryIsNotParsed();
  }

  @Test
  @DisplayName("112: dot segments in the path of a request")
  void acceptsNoProofWithDotSegments() {
    paths().noProofPassesWithDotSegments();
  }
}
