// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import io.quarkus.security.Authenticated;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.http.pop.ReplayStore;
import org.jwtvalidation.http.requests.PathsOfProofs;
import org.jwtvalidation.http.requests.RawRequest;

/** Proofs for other paths than that of the request, with forwarded fields read. */
@Tag("jdk-independent")
class RequestPathAttackTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(PathsOfProofs.class, RawRequest.class, Replays.class, Paths.class)
          .overrideConfigKey("jwt-validation.pop.dpop.public-base", PathsOfProofs.PUBLIC_BASE)
          .overrideConfigKey("quarkus.http.proxy.proxy-address-forwarding", "true")
          .overrideConfigKey("quarkus.http.proxy.allow-forwarded", "true")
          .overrideConfigKey("quarkus.http.proxy.allow-x-forwarded", "true")
          .overrideConfigKey("quarkus.http.proxy.enable-forwarded-host", "true")
          .overrideConfigKey("quarkus.http.proxy.enable-forwarded-prefix", "true");

  @Singleton
  public static class Replays {

    @Produces
    @Singleton
    ReplayStore store() {
      return PathsOfProofs.FORGETFUL;
    }
  }

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

  @Test
  @DisplayName("111 and 112: a proof for another path, from fields, or with dot segments")
  void comparesProofsWithThePathThatIsServed() {
    int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", int.class);
    PathsOfProofs paths = new PathsOfProofs(port, Issuer.ISSUER);
    paths.everyProofIsForOneHandler();
    paths.noFieldChangesWhatIsAccepted();
    paths.noProofPassesWithDotSegments();
    paths.theQueryIsNotParsed();
  }
}
