// SPDX-License-Identifier: Apache-2.0
package org.jwtvalidation.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Optional;
import org.eclipse.microprofile.jwt.Claim;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jwtvalidation.token.AccessToken;

@Tag("jdk-independent")
class SharedBeanTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      Application.orders(Shared.class)
          .assertException(failure ->
              assertThat(failure)
                  .hasStackTraceContaining("Shared#token: an AccessToken or a claim is injected")
                  .hasStackTraceContaining("Shared#tenant: an AccessToken or a claim is injected")
                  .hasStackTraceContaining("make the bean @RequestScoped"));

  @Path("/shared")
  @Singleton
  public static class Shared {

    @Inject AccessToken token;

    @Inject
    @Claim("tenant")
    Optional<String> tenant;

    @GET
    public String subject() {
      return token.subject() + tenant;
    }
  }

  @Test
  void failsTheBuildIfATokenWouldOutliveItsRequest() {
    fail("the application has started");
  }
}
